"""Structured logs on standard error: text for people, JSON for machines."""

import logging
import sys

import stamina.instrumentation
import structlog


def silence_loggers() -> None:
    """Keep the driver's own log and its retries off the terminal: what they tell, our errors tell in words."""
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    stamina.instrumentation.set_on_retry_hooks(())


def configure(form: str = "text") -> None:
    """Set the form of the log: `text` or `json`."""
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
