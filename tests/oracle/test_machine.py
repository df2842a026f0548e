"""Hypothesis drives engine and model through drawn programs; see `machine.py`. Each run makes the same choices."""

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from oracle.machine import WorkflowMachine
from osy_runtime.testing.deep import on_a_large_stack

IN_CI = settings(
    max_examples=60,
    stateful_step_count=30,
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


def test_engine_and_model_agree_about_every_step() -> None:
    on_a_large_stack(lambda: run_state_machine_as_test(WorkflowMachine, settings=IN_CI))
