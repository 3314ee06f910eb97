"""Structured logs on standard error, as text or JSON."""

import logging
import sys

import stamina.instrumentation
import structlog


def silence_loggers() -> None:
    """Silence the logs of the Neo4j driver and of retries: Byline's own error messages contain the same information."""
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    stamina.instrumentation.set_on_retry_hooks(())


def configure(form: str = "text") -> None:
    """Set the format of the log: `text` or `json`."""
    renderer = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
