"""Games of a service as Parquet files."""

__version__ = "0.1.0"
