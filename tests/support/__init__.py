"""Helpers of the tests."""

import pytest

rule = pytest.mark.rule
