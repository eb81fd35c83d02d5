import { Button } from '@mantine/core'
import { changeWarrant, WARRANT_TYPES, type Warrant } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { RetryButton } from '../../../../ui/RetryButton.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { focusPanel } from '../../../../panels/selection.ts'
import { followWarrantAlerts, openRecord } from '../../../records/lookups/lookups.port.ts'
import {
  onPanelKey,
  PanelBody,
  PanelCell,
  PanelCells,
  PanelFact,
  PanelFacts,
  PanelGroup,
  PanelLoading,
  PanelNote,
  PanelSection,
  Prose,
} from '../../../../panels/PanelParts.tsx'
import { money } from '../../../../platform/format/text.ts'
import { WarrantEditor } from '../drafts/WarrantEditor.tsx'
import { standing } from '../warrant.labels.ts'
import { warrantQuery } from '../warrants.queries.ts'
import { closeWarrant, openWarrant, openWarrantDialog, openWarrantDraft, useOpenWarrant } from './warrant-desk.ts'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'

/** The warrant that is open, or the draft that is being written. */
export function WarrantPanel() {
  const shown = useOpenWarrant()
  switch (shown.kind) {
    case 'nothing':
      return (
        <PanelNote>
          <p>No warrant is open.</p>
          <ActiveButton />
        </PanelNote>
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
    <PanelBody>
      <WarrantEditor
        draftId={draftId}
        onSubmitted={({ number, warrantId }) => {
          notify.success(`${number} is submitted`)
          openWarrant(warrantId)
        }}
        onDiscarded={close}
        onClose={close}
      />
    </PanelBody>
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
      <PanelNote role="alert">
        <p>{errorInfo(found.error).message}</p>
        <RetryButton size="xs" variant="default" isRetrying={found.isFetching} onRetry={() => void refetch()} />
      </PanelNote>
    )
  return <PanelLoading label="Loading the warrant…" lines={['50%', '70%']} blocks={[96]} />
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
    <PanelNote ref={message} role="alert" tabIndex={-1}>
      <p>This warrant is no longer active.</p>
      <ActiveButton />
    </PanelNote>
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
      <PanelHeader
        title={<span className="mono">{number}</span>}
        count={WARRANT_TYPES[warrant.type].title}
        actions={[
          may.change && { label: 'Work on it', onClick: () => void change() },
          { label: 'Print', href: `/user/warrants/${warrant.warrantId}/print` },
        ]}
        main={may.serve && { label: 'Serve', isFilled: true, shortcut: 'S', onClick: serve }}
      />
      <PanelSection
        ref={section}
        aria-label={number}
        onKeyDown={onPanelKey({
          s: may.serve ? serve : undefined,
          o: hasRecord ? open : undefined,
          escape: () => focusPanel('warrants'),
        })}
      >
        <Row as="p" gap="4px 10px" style={{ marginBottom: 10 }}>
          <strong>{WARRANT_TYPES[warrant.type].title}</strong>
          <StatusBadge tone={tone} variant="soft">
            {words}
          </StatusBadge>
          {warrant.isConfidential && <span className="faint">Confidential</span>}
          {warrant.reason && <span>{warrant.reason}</span>}
        </Row>
        <PanelFacts>
          <PanelFact name="Subject">
            {hasRecord ? (
              <TextButton isUnderlined fw={600} title="O" onClick={open}>
                {subject.name}
              </TextButton>
            ) : (
              subject.name
            )}
          </PanelFact>
          <PanelFact name="Search for">{content.searchFor}</PanelFact>
          <PanelFact name="Bail">{warrant.bail !== null && money(warrant.bail)}</PanelFact>
          <PanelFact name="Call">{content.callId !== null && `${content.callId} ${content.callTitle ?? ''}`}</PanelFact>
          <PanelFact name="Asked for by">
            {[warrant.writer.identifier, warrant.writer.name, warrant.department].filter(Boolean).join(' · ')}
          </PanelFact>
          <PanelFact name="Signed">
            {warrant.signedAt && `${dateTime(warrant.signedAt)}${warrant.signer ? ` by ${warrant.signer.name}` : ''}`}
          </PanelFact>
          <PanelFact name="Expires">{warrant.expiresAt && dateTime(warrant.expiresAt)}</PanelFact>
        </PanelFacts>
        {content.charges.length > 0 && (
          <PanelCells style={{ marginBlock: 10 }} aria-label="Offences">
            {content.charges.map((charge) => (
              <PanelCell key={charge.revisionId}>
                <span className="mono">{charge.code}</span> {charge.title}
                {charge.counts > 1 && <span className="faint"> {charge.counts} counts</span>}
              </PanelCell>
            ))}
          </PanelCells>
        )}
        {made && (
          <>
            <PanelFacts>
              <PanelFact name="Served">
                {dateTime(made.servedAt)} by {made.by.identifier || made.by.name}
                {made.officers.length > 0 && `, with ${made.officers.map(({ identifier, name }) => identifier || name).join(', ')}`}
              </PanelFact>
              <PanelFact name="Where">{[made.location, made.postal].filter(Boolean).join(', ')}</PanelFact>
              <PanelFact name="Arrested">{made.isArrested ? 'yes' : 'no'}</PanelFact>
            </PanelFacts>
            <Prose style={{ marginTop: 8 }}>{made.text}</Prose>
          </>
        )}
        {content.affidavit && (
          <PanelGroup title="Affidavit">
            <Prose>{content.affidavit}</Prose>
          </PanelGroup>
        )}
      </PanelSection>
    </>
  )
}
