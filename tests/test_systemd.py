"""The unit is what systemd understands, and as locked up as it can be."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import companion

UNIT = Path(companion.__file__).parents[1] / "systemd" / "bears-companion.service"
EXPOSURE = 2.0
"""What `systemd-analyze security` may say at most, of 10."""
analysed = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed (Debian's systemd)"
)


def analyse(*arguments: str) -> str:
    done = subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is there in the place of ours, which is not installed here."""
    copy = tmp_path / UNIT.name
    copy.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE))
    return copy


def settings(section: str) -> dict[str, list[str]]:
    """All values of every setting of a section; systemd allows a name more than once."""
    values: dict[str, list[str]] = {}
    [body] = re.findall(rf"^\[{section}\]\n(.*?)(?=^\[|\Z)", UNIT.read_text(), re.MULTILINE | re.DOTALL)
    for line in body.splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            values.setdefault(name, []).append(value)
    return values


@analysed
def test_systemd_understands_the_unit(unit: Path) -> None:
    """A misspelt setting is ignored with a warning that nobody sees on a device."""
    assert analyse("verify", "--man=no", str(unit)).strip() == ""


@analysed
def test_the_service_is_locked_up(unit: Path) -> None:
    """It needs a camera, a few pins and one folder; nothing else of the device is its business."""
    said = analyse("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    assert float(found[1]) <= EXPOSURE


def test_what_the_program_counts_on() -> None:
    """Lgpio makes a pipe where it starts, the watchdog is fed, and a match ends as with Ctrl-C."""
    service = settings("Service")
    assert service["Type"] == ["notify"]
    assert service["WorkingDirectory"] == ["%t/" + service["RuntimeDirectory"][0]]
    assert int(service["WatchdogSec"][0]) >= 10
    assert service["KillSignal"] == ["SIGINT"]
    assert service["ExecStart"][0].split()[1:] == ["play"]
    assert set(service["SupplementaryGroups"][0].split()) == {"gpio", "i2c", "spi", "video"}
    assert {device.split()[0] for device in service["DeviceAllow"]} == {
        "char-gpiochip",
        "char-i2c",
        "char-spi",
        "char-video4linux",
        "char-media",
        "char-dma_heap",
    }


def test_its_user_is_made_by_the_file_beside_it() -> None:
    """Systemd refuses to start a service whose user does not exist."""
    made = UNIT.with_suffix(".sysusers").read_text().splitlines()
    [line] = [line for line in made if line and not line.startswith("#")]
    assert line.split()[:2] == ["u", settings("Service")["User"][0]]


def test_what_would_break_the_device_is_not_set() -> None:
    """PrivateDevices hides the pins, ProcSubset the board's revision, and a reboot for a dead camera never ends."""
    service = settings("Service") | settings("Unit")
    assert not {"PrivateDevices", "ProcSubset", "PrivateNetwork", "StartLimitAction", "FailureAction"} & set(
        service
    )
    assert "AF_NETLINK" in service["RestrictAddressFamilies"][0]
