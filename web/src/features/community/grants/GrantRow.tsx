import { Button } from '@mantine/core'
import type { Grant } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type Ref } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import entry from '../../../ui/EntryList.module.css'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { actsOn, grantDetail, grantState, grantTitle, KIND_WORDS } from './grant.labels.ts'
import { accept, askEffects, decline, end, refreshGrants, withdraw } from './grants.queries.ts'
import { EffectsPreview } from '../entitlements/ChangesPreview.port.tsx'
import { GrantReasonDialog } from './GrantReasonDialog.tsx'
import classes from './Grants.module.css'
import { Row } from '../../../ui/layout.tsx'

type GrantRowProps = {
  grant: Grant
  now: Date
  /** Whose it is goes without saying. */
  isOwn?: boolean
  linksMember?: boolean
}

/** A ride-along or pass, with what the user may do. */
export function GrantRow({ grant, now, isOwn = false, linksMember = false }: GrantRowProps) {
  const user = useSignedInUser()
  const row = useRef<HTMLLIElement>(null)
  const [asking, setAsking] = useState<'decline' | 'end' | null>(null)
  const acts = actsOn(user, grant, now)
  const { grantId, version, member, kind, note } = grant
  const name = isOwn ? '' : ` ${KIND_WORDS[kind].toLowerCase()} of ${member.name}`
  const { words, tone } = grantState(grant, now)

  /** The row goes to another list. */
  const settle = async (words: string) => {
    const focusNext = besideRow(row.current, row.current?.closest<HTMLElement>('[data-grants]'))
    notify.success(words)
    await refreshGrants()
    focusNext()
  }
  const act = async (step: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await step()
    } catch (error) {
      reportError(error, failed)
      await refreshGrants().catch(reportError)
      return
    }
    await settle(done)
  }
  const confirmed = async (step: () => Promise<unknown>, done: string) => {
    try {
      await step()
    } catch (error) {
      await refreshGrants().catch(reportError)
      throw error
    }
    setAsking(null)
    await settle(done)
  }
  const askToAccept = async () => {
    const isSure = await confirm({
      title: `${kind === 'pass' ? 'Accept' : 'Sponsor'} the${name}?`,
      body: <EffectsPreview change={{ step: 'accept', grantId, version }} ask={askEffects} />,
      confirmLabel: kind === 'pass' ? 'Accept' : 'Sponsor',
    })
    if (isSure) await act(() => accept(grant), `You sponsor the${name}`, `The${name} was not accepted`)
  }
  return (
    <li ref={row} className={entry.row}>
      <div className={entry.what}>
        <p className={entry.title}>
          {!isOwn && (
            <>
              {linksMember ? (
                <Link to="/staff/members/$userId" params={{ userId: String(member.userId) }}>
                  {member.name}
                </Link>
              ) : (
                member.name
              )}
              {' · '}
            </>
          )}
          {grantTitle(grant)}
        </p>
        {note && <p className={classes.note}>{note}</p>}
        <p className={entry.detail}>{grantDetail(grant, now)}</p>
      </div>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {Object.values(acts).some(Boolean) && (
        <Row as="span" gap={6}>
          {acts.accept && (
            <ActionButton size="xs" action={askToAccept}>
              {kind === 'pass' ? 'Accept' : 'Sponsor'}
              <span className="visually-hidden">{name}</span>
            </ActionButton>
          )}
          {acts.decline && (
            <Button size="xs" variant="default" onClick={() => setAsking('decline')}>
              Decline<span className="visually-hidden">{name}</span>
            </Button>
          )}
          {acts.withdraw && (
            <ActionButton
              size="xs"
              variant="default"
              action={() => act(() => withdraw(grant), 'Request withdrawn', 'Your request was not withdrawn')}
            >
              Withdraw<span className="visually-hidden"> {grantTitle(grant)}</span>
            </ActionButton>
          )}
          {acts.end && (
            <Button size="xs" variant="default" onClick={() => setAsking('end')}>
              {isOwn ? 'Give up' : 'End'}
              <span className="visually-hidden">{name || ` ${grantTitle(grant)}`}</span>
            </Button>
          )}
        </Row>
      )}
      {asking === 'decline' && (
        <GrantReasonDialog
          title={`Decline the${name}`}
          text="They can ask again."
          submitLabel="Decline"
          onSubmit={(reason) => confirmed(() => decline(grant, reason), `Declined the${name}`)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'end' && (
        <GrantReasonDialog
          title={isOwn ? `Give up your ${KIND_WORDS[kind].toLowerCase()}` : `End the${name}`}
          text="The access it gave ends at once."
          submitLabel={isOwn ? 'Give up' : 'End'}
          onSubmit={(reason) => confirmed(() => end(grant, reason), `The ${KIND_WORDS[kind].toLowerCase()} has ended`)}
          onClose={() => setAsking(null)}
        >
          <EffectsPreview change={{ step: 'end', grantId, version }} ask={askEffects} />
        </GrantReasonDialog>
      )}
    </li>
  )
}

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
