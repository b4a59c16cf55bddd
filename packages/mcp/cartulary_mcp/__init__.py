"""An MCP server: tools by which a language model plays at any service, through HTTP like any client."""

__version__ = "1.0.0"
