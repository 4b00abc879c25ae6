"""Stage 1: masks secrets and identifiers before anything is written. Cheap to import; `Redactor.warm()` loads."""

from app.engine.redact.mask import TYPES, TypeName
from app.engine.redact.policy import STANDARD, STRICT, Policy, chosen, custom
from app.engine.redact.redactor import Finding, Redactor

__all__ = ["STANDARD", "STRICT", "TYPES", "Finding", "Policy", "Redactor", "TypeName", "chosen", "custom"]
