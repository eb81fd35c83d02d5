import { ActionIcon, Button, Text, Textarea } from '@mantine/core'
import { accessSubject, endBolo, isAllowed, listBolos, type Bolo } from '@tenfour/contract'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { bodyOf } from '../../../platform/api/body-of.ts'
import { call } from '../../../platform/api/client.ts'
import { useClock } from '../../../platform/format/clock.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { PanelHeader } from '../../../panels/PanelHeader.tsx'
import { openPanel, selectCall } from '../../../panels/selection.ts'
import { editBolo, openNewBolo } from './bolo-draft.port.ts'
import { openBolos, subjectOf, timeLeft, useBolos } from './bolo-list.ts'
import { InlineButton } from '../../../ui/TextButton.tsx'
import { PanelBody, PanelList, PanelLoading, PanelNote } from '../../../panels/PanelParts.tsx'
import { Stack, Row } from '../../../ui/layout.tsx'
import classes from './Bolos.module.css'

/** The open BOLOs of the server one is on duty on. */
export function BoloPanel() {
  const user = useSignedInUser()
  const serverId = user.duty?.serverId
  if (serverId === undefined || !isAllowed(listBolos.access, accessSubject(user), { serverId }))
    return <PanelNote>Units of police and communications on duty see the BOLOs of their server here.</PanelNote>
  return <Bolos serverId={serverId} />
}

function Bolos({ serverId }: { serverId: number }) {
  const all = useBolos(serverId)
  // Changes when one expires, not every second.
  const openIds = useClock((now) =>
    openBolos(all ?? [], now)
      .map(({ boloId }) => boloId)
      .join(),
  )
  const bolos = all?.filter(({ boloId }) => openIds.split(',').includes(String(boloId)))
  const [ending, setEnding] = useState<Bolo | null>(null)
  return (
    <>
      <PanelHeader count={bolos?.length} main={{ label: 'New BOLO', onClick: () => openNewBolo({ kind: 'vehicle' }) }} />
      <PanelBody isFlush>
        {bolos === undefined ? (
          <PanelLoading lines={['80%', '60%']} />
        ) : bolos.length === 0 ? (
          <PanelNote>No open BOLOs. Issue one with New BOLO, or with B on a person or vehicle you looked up.</PanelNote>
        ) : (
          <PanelList aria-label="Open BOLOs">
            {bolos.map((bolo) => (
              <BoloItem key={bolo.boloId} bolo={bolo} onEnd={() => setEnding(bolo)} />
            ))}
          </PanelList>
        )}
      </PanelBody>
      {ending && <EndDialog bolo={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function BoloItem({ bolo, onEnd }: { bolo: Bolo; onEnd: () => void }) {
  const now = useNow()
  const left = useClock((at) => timeLeft(bolo.expiresAt, at))
  const { kind, plate, name, description, reason, callId, by, hits, lastHitAt } = bolo
  const key = kind === 'vehicle' ? plate : name
  return (
    <li className={classes.bolo}>
      <Row nowrap align="baseline" className={classes.head}>
        <span className={classes.kind}>{kind === 'vehicle' ? 'Vehicle' : 'Person'}</span>
        {key && <strong className={kind === 'vehicle' ? 'mono' : undefined}>{key}</strong>}
        <span className={classes.description}>{description}</span>
        <span className={classes.left} title={`Until ${dateTime(bolo.expiresAt)}`}>
          {left} left
        </span>
      </Row>
      <p className={classes.reason}>{reason}</p>
      <Row gap="2px 12px" className={classes.foot}>
        <span className={classes.by} title={dateTime(bolo.createdAt)}>
          {by.identifier || by.name}, {relativeTime(bolo.createdAt, now)}
          {callId !== null && (
            <>
              {' · '}
              <InlineButton
                onClick={() => {
                  selectCall(callId)
                  openPanel('call')
                }}
              >
                call {callId}
              </InlineButton>
            </>
          )}
        </span>
        {hits > 0 && (
          <Text span inherit c="var(--danger)" fw={600} title={lastHitAt ? `Last ${dateTime(lastHitAt)}` : undefined}>
            {hits === 1 ? '1 hit' : `${hits} hits`}
            {lastHitAt && `, ${relativeTime(lastHitAt, now)}`}
          </Text>
        )}
        <Row as="span" gap={0} nowrap style={{ marginLeft: 'auto' }}>
          <ActionIcon variant="subtle" size={28} aria-label={`Edit BOLO ${subjectOf(bolo)}`} title="Edit" onClick={() => editBolo(bolo)}>
            <IconPencil size={15} stroke={1.7} />
          </ActionIcon>
          <ActionIcon variant="subtle" size={28} aria-label={`Cancel BOLO ${subjectOf(bolo)}`} title="Cancel BOLO" onClick={onEnd}>
            <IconX size={15} stroke={1.7} />
          </ActionIcon>
        </Row>
      </Row>
    </li>
  )
}

const EndInput = z.object({ reason: bodyOf(endBolo).shape.reason })

function EndDialog({ bolo, onClose }: { bolo: Bolo; onClose: () => void }) {
  const form = useZodForm(EndInput, { reason: '' })
  const save = async ({ reason }: z.output<typeof EndInput>) => {
    await call(endBolo, { params: { serverId: bolo.serverId, boloId: bolo.boloId }, body: { reason } })
    onClose()
  }
  return (
    <FormModal title="Cancel this BOLO?" onClose={onClose}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" fw={600} className="anywhere">
          {subjectOf(bolo)}
        </Text>
        <Textarea
          label="Reason"
          placeholder="Located, false report…"
          autosize
          minRows={1}
          maxRows={4}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Row justify="end">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" color="danger" loading={form.submitting}>
            Cancel BOLO
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}
