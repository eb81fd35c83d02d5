import { TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { useLastKnown } from '../../../../panels/grid/use-held-list.ts'
import { useDispositions } from '../../cad-values/cad-values.port.ts'
import { useBoardActions, useCall, useUnitsOnCall } from '../../board/board.port.ts'
import { focusCalls } from '../../../../panels/selection.ts'
import { CallBrief, CallIsOver } from './DialogParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'

/** Clears a call, with its outcome. */
export function ClearDialog({ callId, onClose }: { callId: number; onClose: () => void }) {
  const live = useCall(callId)
  const call = useLastKnown(live)
  const units = useUnitsOnCall(callId)
  const actions = useBoardActions()
  const dispositions = useDispositions()
  const [disposition, setDisposition] = useState('')
  const [isSending, setIsSending] = useState(false)
  if (!call || (!live && !isSending)) return <CallIsOver callId={callId} onClose={onClose} />

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    const isCleared = await actions.clear(callId, disposition)
    setIsSending(false)
    if (!isCleared) return
    // Shortcuts are off while a dialog is open: the dialog closes before focus moves, so that no key is lost.
    flushSync(onClose)
    focusCalls()
  }
  return (
    <FormModal title={`Clear call ${callId}`} onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={(event) => void submit(event)}>
        <CallBrief call={call} />
        <TextInput
          label="Disposition"
          description="Outcome (optional)"
          data-autofocus
          value={disposition}
          maxLength={200}
          onChange={(event) => setDisposition(event.currentTarget.value)}
        />
        <Row as="fieldset" gap={6}>
          <legend className="visually-hidden">Usual dispositions</legend>
          {dispositions.map((each) => (
            <FilterChip key={each} isOn={disposition === each} onClick={() => setDisposition(disposition === each ? '' : each)}>
              {each}
            </FilterChip>
          ))}
        </Row>
        <p className="muted flush">
          {units.length === 0 ? 'No unit is on it.' : `${units.map(({ identifier }) => identifier).join(', ')} will be released.`}
        </p>
        <FormButtons submitLabel="Clear call" isSubmitting={isSending} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
