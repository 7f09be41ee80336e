"""The campsite watched: pictures of the watching stream into glimpses for the referee, at the table or from a burst."""

from companion.watching.watcher import Watcher

__all__ = ["Watcher"]
