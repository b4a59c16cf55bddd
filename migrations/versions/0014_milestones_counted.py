"""How often each kind of event happened first in each turn: by that the planner finds where to begin."""

from alembic import op

revision = "0014"
down_revision = "0013"

COUNTED = """
create statistics milestones_when (mcv) on event, turn from milestones;
alter statistics milestones_when set statistics 1000;
analyze milestones;
"""


def upgrade() -> None:
    op.execute(COUNTED)


def downgrade() -> None:
    op.execute("drop statistics milestones_when")
