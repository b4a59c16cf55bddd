"""Games of a service as Parquet files."""

__version__ = "1.0.0"
