import { UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '@tenfour/contract'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { auditChanges, changesInWords, entryWords, type AuditChange } from './audit-changes.ts'
import { auditSubject } from './audit-subject.ts'
import classes from './audit.module.css'
import { Stack } from '../../../ui/layout.tsx'

export function AuditList({ entries, hasSubject = true }: { entries: readonly AuditEntry[]; hasSubject?: boolean }) {
  return (
    <Stack as="ul" gap={0}>
      {entries.map((entry) => (
        <AuditItem key={entry.auditId} entry={entry} hasSubject={hasSubject} />
      ))}
    </Stack>
  )
}

function AuditItem({ entry, hasSubject }: { entry: AuditEntry; hasSubject: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const changes = auditChanges(entry)
  const words = entryWords(entry)
  return (
    <li className={classes.item}>
      <div className={classes.line} data-plain={!hasSubject || undefined}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailId : undefined}
          disabled={changes.length === 0}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight className={classes.chevron} size={16} stroke={2} aria-hidden data-none={changes.length === 0 || undefined} />
          <span>{words}</span>
        </UnstyledButton>
        {hasSubject && <Subject entry={entry} />}
        <span className={classes.summary}>{!isOpen && changesInWords(changes)}</span>
        <Actor actor={entry.actor} />
        <time className={classes.time} dateTime={entry.at} title={dateTime(entry.at)}>
          {relativeTime(entry.at)}
        </time>
      </div>
      {isOpen && (
        <div id={detailId} className={classes.detail}>
          <ChangeTable changes={changes} />
          <p className={classes.stamp}>
            {dateTime(entry.at)} · entry <span className="mono">{entry.auditId}</span>
          </p>
        </div>
      )}
    </li>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { name, link } = auditSubject(entry)
  if (!link) return <span className={classes.subject}>{name}</span>
  return (
    <Link className={classes.subject} activeProps={{}} {...link}>
      {name}
    </Link>
  )
}

function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  if (!actor) return <span className={classes.actor}>by the portal</span>
  return (
    <span className={classes.actor}>
      by {/* On the user's own page the link would get the active class and lose its link style. */}
      <Link to="/admin/users/$userId" params={{ userId: actor.userId }} activeProps={{}}>
        {actor.name}
      </Link>
    </span>
  )
}

function ChangeTable({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td data-side={before === null ? undefined : 'before'}>{before ?? '–'}</td>
            <td data-side={after === null ? undefined : 'after'}>{after ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
