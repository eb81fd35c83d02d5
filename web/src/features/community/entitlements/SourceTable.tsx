import { Button } from '@mantine/core'
import { CAPABILITY_WORDS, mayEntitle, type Entitlement } from '@tenfour/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { giftsOf, keyOfSource, SHORT_CAPABILITIES, type Entitlements, type SourceRow } from './entitlement.labels.ts'
import { AddGiftDialog } from './AddGiftDialog.tsx'
import classes from './Entitlements.module.css'
import { GiftChip } from './GiftChip.tsx'
import { useMayEntitle } from './entitlements.queries.ts'

type SourceTableProps = {
  label: string
  /** Head of the first column. */
  who: string
  rows: readonly SourceRow[]
  known: Entitlements
  /** With columns for in-game groups and capabilities. */
  hasAll?: boolean
}

export function SourceTable({ label, who, rows, known, hasAll = false }: SourceTableProps) {
  const { mayManage } = useMayEntitle()
  const [adding, setAdding] = useState<SourceRow | null>(null)
  const hasWhitelists = rows.some(({ source }) => mayEntitle(source.kind, 'whitelist'))
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={classes.who}>
              {who}
            </th>
            <th scope="col">Discord roles</th>
            {hasWhitelists && (
              <th scope="col" className={classes.narrow}>
                Whitelists
              </th>
            )}
            {hasAll && (
              <>
                <th scope="col" className={classes.narrow}>
                  In-game groups
                </th>
                <th scope="col" className={classes.narrow}>
                  Portal
                </th>
              </>
            )}
            {mayManage && (
              <th scope="col" className={classes.tool}>
                <span className="visually-hidden">Add</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOfSource(row.source)}>
              <th scope="row">{row.label}</th>
              <GiftsCell row={row} gifts={giftsOf(known.entitlements, row.source, 'discordRole')} known={known} />
              {hasWhitelists && <GiftsCell row={row} gifts={giftsOf(known.entitlements, row.source, 'whitelist')} known={known} />}
              {hasAll && (
                <>
                  <GiftsCell row={row} gifts={giftsOf(known.entitlements, row.source, 'aceGroup')} known={known} />
                  <td className={classes.narrow} title={row.capabilities?.map((each) => CAPABILITY_WORDS[each]).join(', ')}>
                    {row.capabilities?.map((each) => SHORT_CAPABILITIES[each]).join(', ') || <span className="faint">—</span>}
                  </td>
                </>
              )}
              {mayManage && (
                <td className={classes.tool}>
                  <Button
                    id={addId(row)}
                    size="compact-xs"
                    variant="subtle"
                    leftSection={<IconPlus size={13} aria-hidden />}
                    onClick={() => setAdding(row)}
                  >
                    Add<span className="visually-hidden">&nbsp;to {row.name}</span>
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {adding && <AddGiftDialog row={adding} known={known} onClose={() => setAdding(null)} />}
    </div>
  )
}

/** Where the focus goes once something of the row is gone. */
const addId = ({ source }: SourceRow): string => `add-${keyOfSource(source).replaceAll(/\W+/g, '-')}`

function GiftsCell({ row, gifts, known }: { row: SourceRow; gifts: readonly Entitlement[]; known: Entitlements }) {
  return (
    <td>
      {gifts.length === 0 ? (
        <span className="faint">—</span>
      ) : (
        <ul className={classes.gifts}>
          {gifts.map((gift) => (
            <li key={gift.entitlementId}>
              <GiftChip entitlement={gift} of={row.name} known={known} onRemoved={() => document.getElementById(addId(row))?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}
