"""A span for each request, sent to a collector of OpenTelemetry where one is named; it needs the extra `otel`."""

from flask import Flask, Response, g, request

from cartulary_service.http.request_ids import TRACE


def init_app(app: Flask, collector: str) -> None:
    """Send spans to the collector at this address, by OTLP over HTTP; what `OTEL_*` else says is the library's."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.trace import SpanKind, Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    resource = Resource.create({"service.name": "cartulary"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{collector}/v1/traces")))
    tracer, propagator = provider.get_tracer("cartulary"), TraceContextTextMapPropagator()

    def begin() -> None:
        # The rule and not the address, which may hold what is secret.
        route = request.url_rule.rule if request.url_rule else "unknown"
        given = {"traceparent": sent} if TRACE.fullmatch(sent := request.headers.get("traceparent", "")) else {}
        g.span = tracer.start_span(
            f"{request.method} {route}",
            propagator.extract(given),
            SpanKind.SERVER,
            {"http.request.method": request.method, "http.route": route},
        )

    def answered(response: Response) -> Response:
        g.span.set_attribute("http.response.status_code", response.status_code)
        if response.status_code >= 500:
            g.span.set_status(Status(StatusCode.ERROR))
        g.span.end()
        return response

    app.before_request(begin)
    app.after_request(answered)
