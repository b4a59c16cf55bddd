"""HTTP beside the API's resources: problems, JSON input, CORS, request ids, health."""
