"""What anybody can check the operator by: bundles, signatures, integrity, export."""
