"""What the service promises, held against faults that are made on purpose; run by `make faults`."""
