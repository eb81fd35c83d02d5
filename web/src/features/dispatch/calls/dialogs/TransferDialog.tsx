import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Call, CallTransfer } from '@tenfour/contract'
import { useState, type SyntheticEvent } from 'react'
import { useIsPortalAway } from '../../../../platform/realtime/connection.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { useBoardActions, useCall } from '../../board/board.port.ts'
import { dispatchersQuery } from '../calls.queries.ts'
import { CallBrief, CallIsOver, isService, ServicePicker, type Service } from './DialogParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'

const NOBODY = '0'

/** Hands a call to another dispatcher, to another service, or both. */
export function TransferDialog({ callId, onClose }: { callId: number; onClose: () => void }) {
  const call = useCall(callId)
  if (!call) return <CallIsOver callId={callId} onClose={onClose} />
  return (
    <FormModal title={`Transfer call ${callId}`} onClose={onClose}>
      <TransferForm call={call} onClose={onClose} />
    </FormModal>
  )
}

const AWAY = 'Portal unreachable. The list of dispatchers reloads automatically.'

const isSameSet = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((each) => b.includes(each))

function TransferForm({ call, onClose }: { call: Call; onClose: () => void }) {
  const actions = useBoardActions()
  const isAway = useIsPortalAway()
  const dispatchers = useQuery(dispatchersQuery(call.serverId))
  const [handler, setHandler] = useState(String(call.handlerUserId ?? NOBODY))
  const [services, setServices] = useState<Service[]>(call.classes.filter(isService))
  const [isSending, setIsSending] = useState(false)

  const handlerUserId = handler === NOBODY ? null : Number(handler)
  const change: CallTransfer = {
    ...(handlerUserId === call.handlerUserId ? {} : { handlerUserId }),
    ...(isSameSet(services, call.classes) ? {} : { classes: services }),
  }
  const canSend = Object.keys(change).length > 0 && services.length > 0
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canSend || isSending) return
    setIsSending(true)
    const isDone = await actions.transfer(call.callId, change)
    setIsSending(false)
    if (isDone) onClose()
  }
  return (
    <Stack as="form" gap={14} onSubmit={(event) => void submit(event)}>
      <CallBrief call={call} />
      <Select
        label="Assigned dispatcher"
        data-autofocus
        allowDeselect={false}
        error={dispatchers.isError ? (isAway ? AWAY : 'The dispatchers on duty could not be loaded') : undefined}
        data={[
          { value: NOBODY, label: 'Unassigned' },
          ...(dispatchers.data ?? []).map(({ userId, identifier, name }) => ({ value: String(userId), label: `${identifier} ${name}` })),
        ]}
        value={handler}
        onChange={(value) => setHandler(value ?? NOBODY)}
      />
      <ServicePicker legend="Departments" value={services} onChange={setServices} />
      <p className="muted flush">
        {services.length === 0 ? 'Choose at least one service.' : 'This is recorded in the call log. Units that are on it stay on it.'}
      </p>
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending} disabled={!canSend}>
          Transfer
        </Button>
      </Row>
    </Stack>
  )
}
