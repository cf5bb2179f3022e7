"""The dashboard is as its program makes it."""

import pathlib
import subprocess
import sys

MONITORING = pathlib.Path(__file__).resolve().parents[2] / "k8s/components/monitoring"


def test_dashboard_is_current():
    made = subprocess.run([sys.executable, MONITORING / "dashboard.py"], stdout=subprocess.PIPE, text=True, check=True)
    current = (MONITORING / "dashboard.json").read_text()
    assert current == made.stdout, "mend it with: cd k8s/components/monitoring; python3 dashboard.py > dashboard.json"
