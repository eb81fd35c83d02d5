import { Button } from '@mantine/core'
import type { Member, RankChange, UserDepartment } from '@tenfour/contract'
import { IconArrowDown, IconArrowsLeftRight, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ShortName } from '../../../ui/ShortName.tsx'
import classes from './MemberPage.module.css'
import { refreshMembers } from './members.queries.ts'
import { MoveForm, type MoveKind } from './MoveForm.tsx'
import { PostingActions } from './PostingActions.tsx'
import { RankForm } from './RankForm.tsx'
import type { Changes } from '../users/users.port.ts'
import { Stack, Row } from '../../../ui/layout.tsx'

type RanksCardProps = { member: Member; now: Date; changes: Changes }

export function RanksCard({ member, now, changes }: RanksCardProps) {
  const [departmentId, setDepartmentId] = useState<number | null>(null)
  const [move, setMove] = useState<MoveKind | null>(null)
  const chosen = member.userDepartments.find((each) => each.departmentId === departmentId)
  return (
    <Card
      title="Departments and ranks"
      link={
        <Button variant="subtle" size="compact-sm" onClick={() => setMove({ kind: 'add' })}>
          Add to a department
        </Button>
      }
    >
      {member.userDepartments.length === 0 ? (
        <CardNote>In no department yet.</CardNote>
      ) : (
        <Stack as="ul" gap={0} className={classes.departments}>
          {member.userDepartments
            .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
            .map((each) => (
              <DepartmentRow key={each.departmentId} posting={each} onChange={() => setDepartmentId(each.departmentId)} onMove={setMove} />
            ))}
        </Stack>
      )}
      {member.rankChanges.length > 0 && (
        <>
          <h3 className={classes.subheading}>History</h3>
          <Stack as="ol" gap={14} className={classes.timeline}>
            {member.rankChanges.map((change) => (
              <RankChangeEntry key={change.rankChangeId} change={change} now={now} />
            ))}
          </Stack>
        </>
      )}
      {move && (
        <MoveForm
          person={member}
          move={move}
          heldIds={member.userDepartments.map(({ departmentId: held }) => held)}
          changes={changes}
          onClose={() => setMove(null)}
          onMoved={refreshMembers}
        />
      )}
      {chosen && (
        <RankForm person={member} department={chosen.department} held={chosen} changes={changes} onClose={() => setDepartmentId(null)} />
      )}
    </Card>
  )
}

type DepartmentRowProps = { posting: UserDepartment; onChange: () => void; onMove: (move: MoveKind) => void }

function DepartmentRow({ posting: { department, rankName, isPrimary }, onChange, onMove }: DepartmentRowProps) {
  return (
    <li>
      <ShortName>{department.name}</ShortName>
      <span className={classes.posting}>
        {department.fullName}
        <span className="muted">{rankName ?? 'No rank'}</span>
      </span>
      {isPrimary && (
        <StatusBadge tone="info" variant="soft">
          Primary
        </StatusBadge>
      )}
      <PostingActions department={department} onRank={onChange} onMove={onMove} />
    </li>
  )
}

const ICONS = { promotion: IconArrowUp, demotion: IconArrowDown, change: IconArrowsLeftRight }
const WORDS = { promotion: 'Promoted', demotion: 'Demoted', change: 'Changed' }

function RankChangeEntry({ change: { kind, department, fromRank, toRank, reason, author, at }, now }: { change: RankChange; now: Date }) {
  const KindIcon = ICONS[kind]
  return (
    <li data-kind={kind}>
      <span className={classes.dot} aria-hidden>
        <KindIcon size={14} stroke={2.2} />
      </span>
      <Row as="p" gap="2px 10px" className={classes.markHead}>
        <strong>{WORDS[kind]}</strong>
        <span>
          {fromRank ?? 'No rank'} <span aria-label="to">→</span> {toRank ?? 'No rank'}
        </span>
        <span className="muted">{department.name}</span>
      </Row>
      {reason && <p className={classes.words}>{reason}</p>}
      <p className={classes.by}>
        {author?.name ?? 'The portal'}, <span title={dateTime(at)}>{relativeTime(at, now)}</span>
      </p>
    </li>
  )
}
