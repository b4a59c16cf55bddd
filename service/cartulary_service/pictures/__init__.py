"""Pictures of positions: SVG that stands alone, in the art and the colours of the pages."""
