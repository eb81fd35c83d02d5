import { Button, Skeleton } from '@mantine/core'
import { changeWarrant, WARRANT_TYPES, type Warrant } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { RetryButton } from '../../../../ui/RetryButton.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { focusPanel } from '../../../../panels/selection.ts'
import { followWarrantAlerts, onPanelKey, openRecord } from '../../../records/lookups/lookups.port.ts'
import { money } from '../../../records/reports/reports.port.ts'
import { WarrantEditor } from '../drafts/WarrantEditor.port.tsx'
import { standing, warrantQuery } from '../warrant-view.port.ts'
import { closeWarrant, openWarrant, openWarrantDialog, openWarrantDraft, useOpenWarrant } from './warrant-desk.ts'
import classes from './WarrantDesk.module.css'

/** The warrant that is open, or the draft that is being written. */
export function WarrantPanel() {
  const shown = useOpenWarrant()
  switch (shown.kind) {
    case 'nothing':
      return (
        <div className={classes.nothing}>
          <p>No warrant is open.</p>
          <ActiveButton />
        </div>
      )
    case 'draft':
      return <Draft draftId={shown.draftId} />
    case 'warrant':
      return <One key={shown.warrantId} warrantId={shown.warrantId} />
  }
}

const ActiveButton = () => (
  <Button size="xs" variant="default" data-panel-focus onClick={() => focusPanel('warrants')}>
    Show the active warrants
  </Button>
)

function Draft({ draftId }: { draftId: number }) {
  const close = () => {
    closeWarrant()
    focusPanel('warrants')
  }
  return (
    <div className={classes.panel}>
      <WarrantEditor
        draftId={draftId}
        onSubmitted={({ number, warrantId }) => {
          notify.success(`${number} is submitted`)
          openWarrant(warrantId)
        }}
        onDiscarded={close}
        onClose={close}
      />
    </div>
  )
}

/** A warrant to read, as it is now. */
function One({ warrantId }: { warrantId: number }) {
  const { userId } = useSignedInUser()
  const found = useQuery(warrantQuery(warrantId))
  const { refetch } = found
  useEffect(
    () =>
      followWarrantAlerts(userId, {
        onGap: () => void refetch(),
        onDelta: ({ event, payload }) => {
          if ('warrantId' in payload && payload.warrantId === warrantId && event !== 'confidential.left') void refetch()
        },
      }),
    [userId, warrantId, refetch],
  )
  // Before what is kept of it: one that was served or recalled elsewhere can't be served here.
  if (found.error instanceof ApiError && found.error.status === 404) return <Gone />
  if (found.data) return <Found warrant={found.data} />
  if (found.isError)
    return (
      <div className={classes.nothing} role="alert">
        <p>{errorInfo(found.error).message}</p>
        <RetryButton size="xs" variant="default" isRetrying={found.isFetching} onRetry={() => void refetch()} />
      </div>
    )
  return (
    <div className={classes.loading} aria-busy="true">
      <output className="visually-hidden">Loading the warrant…</output>
      <Skeleton height={12} width="50%" />
      <Skeleton height={12} width="70%" />
      <Skeleton height={96} />
    </div>
  )
}

/** Takes the focus if it was on the panel, or on what has just gone from it. */
function useFocusOfPanel<T extends HTMLElement>() {
  const target = useRef<T>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (focused === document.body || (focused?.hasAttribute('data-panel') && focused.contains(target.current))) target.current?.focus()
  }, [])
  return target
}

function Gone() {
  const message = useFocusOfPanel<HTMLDivElement>()
  return (
    <div ref={message} className={classes.nothing} role="alert" tabIndex={-1}>
      <p>This warrant is no longer active.</p>
      <ActiveButton />
    </div>
  )
}

function Found({ warrant }: { warrant: Warrant }) {
  const section = useFocusOfPanel<HTMLElement>()
  const { userId } = useSignedInUser()
  const { content, number, subject, may, return: made } = warrant
  const { words, tone } = standing(warrant, userId, useNow())
  const serve = () => openWarrantDialog({ kind: 'serve', warrant: { ...warrant, subjectName: subject.name } })
  const open = () => {
    if (subject.characterId !== null)
      openRecord({ kind: 'lookup', label: subject.name, request: { by: 'character', characterId: subject.characterId } })
    else if (subject.vehicleId !== null)
      openRecord({ kind: 'lookup', label: subject.name, request: { by: 'vehicle', vehicleId: subject.vehicleId } })
  }
  const hasRecord = subject.characterId !== null || subject.vehicleId !== null
  const change = async () => {
    try {
      openWarrantDraft((await call(changeWarrant, { params: { warrantId: warrant.warrantId } })).draftId)
    } catch (error) {
      reportError(error, `${number} was not opened to change it`)
    }
  }
  return (
    <>
      <PanelHeader title={<span className="mono">{number}</span>} count={WARRANT_TYPES[warrant.type].title}>
        {may.change && <FilterChip onClick={() => void change()}>Work on it</FilterChip>}
        <a className={classes.print} href={`/user/warrants/${warrant.warrantId}/print`} target="_blank" rel="noreferrer">
          Print
        </a>
        {may.serve && (
          <Button size="compact-sm" rightSection={<Key>S</Key>} onClick={serve}>
            Serve
          </Button>
        )}
      </PanelHeader>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the warrant */}
      <section
        ref={section}
        className={classes.panel}
        // oxlint-disable-next-line no-noninteractive-tabindex -- its keys work while it has focus, and it can be scrolled
        tabIndex={0}
        data-panel-focus
        data-panel-rest
        aria-label={number}
        onKeyDown={onPanelKey({
          s: may.serve ? serve : undefined,
          o: hasRecord ? open : undefined,
          escape: () => focusPanel('warrants'),
        })}
      >
        <p className={classes.state}>
          <strong>{WARRANT_TYPES[warrant.type].title}</strong>
          <StatusBadge tone={tone} variant="soft">
            {words}
          </StatusBadge>
          {warrant.isConfidential && <span className={classes.faint}>Confidential</span>}
          {warrant.reason && <span>{warrant.reason}</span>}
        </p>
        <dl className={classes.facts}>
          <Fact name="Subject">
            {hasRecord ? (
              <button type="button" className={classes.link} title="O" onClick={open}>
                {subject.name}
              </button>
            ) : (
              subject.name
            )}
          </Fact>
          <Fact name="Search for">{content.searchFor}</Fact>
          <Fact name="Bail">{warrant.bail !== null && money(warrant.bail)}</Fact>
          <Fact name="Call">{content.callId !== null && `${content.callId} ${content.callTitle ?? ''}`}</Fact>
          <Fact name="Asked for by">
            {[warrant.writer.identifier, warrant.writer.name, warrant.department].filter(Boolean).join(' · ')}
          </Fact>
          <Fact name="Signed">
            {warrant.signedAt && `${dateTime(warrant.signedAt)}${warrant.signer ? ` by ${warrant.signer.name}` : ''}`}
          </Fact>
          <Fact name="Expires">{warrant.expiresAt && dateTime(warrant.expiresAt)}</Fact>
        </dl>
        {content.charges.length > 0 && (
          <ul className={classes.charges} aria-label="Offences">
            {content.charges.map((charge) => (
              <li key={charge.revisionId}>
                <span className="mono">{charge.code}</span> {charge.title}
                {charge.counts > 1 && <span className={classes.faint}> {charge.counts} counts</span>}
              </li>
            ))}
          </ul>
        )}
        {made && (
          <>
            <dl className={classes.facts}>
              <Fact name="Served">
                {dateTime(made.servedAt)} by {made.by.identifier || made.by.name}
                {made.officers.length > 0 && `, with ${made.officers.map(({ identifier, name }) => identifier || name).join(', ')}`}
              </Fact>
              <Fact name="Where">{[made.location, made.postal].filter(Boolean).join(', ')}</Fact>
              <Fact name="Arrested">{made.isArrested ? 'yes' : 'no'}</Fact>
            </dl>
            <p className={classes.prose}>{made.text}</p>
          </>
        )}
        {content.affidavit && (
          <>
            <h2 className={classes.heading}>Affidavit</h2>
            <p className={classes.prose}>{content.affidavit}</p>
          </>
        )}
      </section>
    </>
  )
}

/** One fact on a line; nothing where it is not known. */
function Fact({ name, children }: { name: string; children?: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
