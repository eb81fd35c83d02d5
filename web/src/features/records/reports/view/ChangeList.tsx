import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Change, ListChange } from './report-changes.ts'
import { withContext, type TextPart } from './text-diff.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from './ReportView.module.css'

/** Before and after, field by field. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <Stack as="dl" gap={14} className={classes.changes}>
      {changes.map((change) => (
        <div key={change.label}>
          <dt>{change.label}</dt>
          <dd>
            <ChangeBody change={change} />
          </dd>
        </div>
      ))}
    </Stack>
  )
}

function ChangeBody({ change }: { change: Change }) {
  switch (change.type) {
    case 'value':
      return <BeforeAfter before={change.before || null} after={change.after || null} />
    case 'text':
      return (
        <p className={classes.text}>
          {withContext(change.parts).map((part, at) => (
            // oxlint-disable-next-line no-array-index-key -- the list never changes
            <Part key={at} part={part} />
          ))}
        </p>
      )
    case 'list':
      return (
        <Stack as="ul" gap={4}>
          {change.items.map((item, at) => (
            // oxlint-disable-next-line no-array-index-key -- the list never changes
            <li key={at}>
              <BeforeAfter {...item} />
            </li>
          ))}
        </Stack>
      )
  }
}

function BeforeAfter({ before, after }: ListChange) {
  return (
    <>
      {before !== null && <Removed>{before}</Removed>}
      {before !== null && after !== null && (
        <>
          <IconArrowRight size={14} className={classes.arrow} aria-hidden />
          <span className="visually-hidden"> changed to </span>
        </>
      )}
      {after !== null && <Added>{after}</Added>}
    </>
  )
}

const Part = ({ part: { type, text } }: { part: TextPart }) =>
  type === 'same' ? text : type === 'removed' ? <Removed>{text}</Removed> : <Added>{text}</Added>

const Removed = ({ children }: { children: ReactNode }) => <del className={classes.removed}>{children}</del>
const Added = ({ children }: { children: ReactNode }) => <ins className={classes.added}>{children}</ins>
