import { Button, TextInput } from '@mantine/core'
import type { Call } from '@tenfour/contract'
import { useState, type SyntheticEvent } from 'react'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { useBoardActions, useCall } from '../../board/board.port.ts'
import { placeOf } from '../call.labels.ts'
import { CallBrief, CallIsOver, isService, ServicePicker, type Service } from './DialogParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'

const MAX_LENGTH = 200

/** Sounds a tone about a call to every unit of the services it concerns. */
export function ToneDialog({ callId, onClose }: { callId: number; onClose: () => void }) {
  const call = useCall(callId)
  if (!call) return <CallIsOver callId={callId} onClose={onClose} />
  return (
    <FormModal title={`Sound a tone for call ${callId}`} onClose={onClose}>
      <ToneForm call={call} onClose={onClose} />
    </FormModal>
  )
}

function ToneForm({ call, onClose }: { call: Call; onClose: () => void }) {
  const actions = useBoardActions()
  const [message, setMessage] = useState([call.title, placeOf(call)].filter(Boolean).join(', ').slice(0, MAX_LENGTH))
  const [services, setServices] = useState<Service[]>(call.classes.filter(isService))
  const [isSending, setIsSending] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (services.length === 0 || isSending) return
    setIsSending(true)
    const isDone = await actions.tone({ classes: services, message: message.trim(), callId: call.callId })
    setIsSending(false)
    if (isDone) onClose()
  }
  return (
    <Stack as="form" gap={14} onSubmit={(event) => void submit(event)}>
      <CallBrief call={call} />
      <TextInput
        label="Message"
        description="Shown to everyone who hears the tone."
        data-autofocus
        maxLength={MAX_LENGTH}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <ServicePicker legend="Who hears it" value={services} onChange={setServices} />
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending} disabled={services.length === 0}>
          Sound the tone
        </Button>
      </Row>
    </Stack>
  )
}
