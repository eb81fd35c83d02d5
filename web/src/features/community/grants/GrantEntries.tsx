import type { Grant } from '@tenfour/contract'
import type { Ref } from 'react'
import entry from '../../../ui/EntryList.module.css'
import { GrantRow } from './GrantRow.tsx'
import classes from './Grants.module.css'

type GrantEntriesProps = {
  ref?: Ref<HTMLUListElement>
  label: string
  grants: readonly Grant[]
  now: Date
  isOwn?: boolean
  linksMember?: boolean
}

/** Takes the focus when its last row has gone. */
export const GrantEntries = ({ ref, label, grants, ...row }: GrantEntriesProps) => (
  <ul ref={ref} className={`${entry.list} ${classes.list}`} aria-label={label} data-grants tabIndex={-1}>
    {grants.map((grant) => (
      <GrantRow key={grant.grantId} grant={grant} {...row} />
    ))}
  </ul>
)
