import { Button, TextInput } from '@mantine/core'
import { IconArrowRight, IconArrowsExchange } from '@tabler/icons-react'
import type { Call } from '@tenfour/contract'
import { useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { useLastKnown } from '../../../../panels/grid/use-held-list.ts'
import { useBoard, useBoardActions, useCall, useUnitsOnCall } from '../../board/board.port.ts'
import { placeOf } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { focusCall } from '../../../../panels/selection.ts'
import { CallIsOver } from './DialogParts.tsx'
import { classNames, Columns, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './dialogs.module.css'
import { mergeChoices, mergeWords, preselected } from '../duplicates.ts'

const SHOWN = 8

/** Merges a call into a duplicate of it. */
export function MergeDialog({ callId, onClose }: { callId: number; onClose: () => void }) {
  const actions = useBoardActions()
  const live = useCall(callId)
  const call = useLastKnown(live)
  const [otherId, setOtherId] = useState<number | null>(null)
  const other = useCall(otherId)
  const [isSwapped, setIsSwapped] = useState(false)
  const [isSending, setIsSending] = useState(false)
  if (!call || (!live && !isSending)) return <CallIsOver callId={callId} onClose={onClose} />

  const merge = async (from: number, into: number) => {
    setIsSending(true)
    const isMerged = await actions.merge(from, into)
    setIsSending(false)
    if (!isMerged) return
    // Shortcuts are off while a dialog is open: the dialog closes before focus moves, so that no key is lost.
    flushSync(onClose)
    focusCall(into)
  }
  return (
    <FormModal title={`Merge call ${callId} with another`} onClose={onClose} size={640}>
      {other ? (
        <Compare
          from={isSwapped ? other : call}
          into={isSwapped ? call : other}
          isSending={isSending}
          onSwap={() => setIsSwapped(!isSwapped)}
          onBack={() => setOtherId(null)}
          onMerge={merge}
        />
      ) : (
        <Choose call={call} onChoose={setOtherId} />
      )}
    </FormModal>
  )
}

function Choose({ call, onChoose }: { call: Call; onChoose: (callId: number) => void }) {
  const calls = useBoard((state) => state.calls)
  const [text, setText] = useState('')
  const types = useCallTypesById()
  const choices = mergeChoices(call, calls.values(), text, types).slice(0, SHOWN)
  const enterPicks = preselected(choices, text)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (enterPicks !== undefined) onChoose(enterPicks)
  }
  return (
    <Stack as="form" gap={14} onSubmit={submit}>
      <TextInput
        label="Find the other call"
        description={
          enterPicks !== undefined || choices.length === 0
            ? 'Number or keyword'
            : 'Number or keyword. No call is near, recent and of the same type: choose one below.'
        }
        ref={takeFocus}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {choices.length === 0 && <p className="muted flush">{text ? 'No open call matches.' : 'There is no other open call.'}</p>}
      <Stack as="ul" gap={0} className={classes.choices}>
        {choices.map(({ call: choice, likeness }) => (
          <li key={choice.callId} data-enter={choice.callId === enterPicks || undefined}>
            <button type="button" className="quiet-button" onClick={() => onChoose(choice.callId)}>
              <PriorityBadge priority={choice.priority} />
              <span className="mono">{choice.callId}</span>
              <span className="grow truncated">{choice.title}</span>
              {likeness.length > 0 && <span className={classNames('tiny', classes.likeness)}>{likeness.join(', ')}</span>}
              <span className={classNames('muted truncated', classes.place)}>{placeOf(choice)}</span>
              <CallAge call={choice} />
              {choice.callId === enterPicks && <Key>Enter</Key>}
            </button>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

type CompareProps = {
  from: Call
  into: Call
  isSending: boolean
  onSwap: () => void
  onBack: () => void
  onMerge: (from: number, into: number) => Promise<void>
}

function Compare({ from, into, isSending, onSwap, onBack, onMerge }: CompareProps) {
  const units = useUnitsOnCall(from.callId)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isSending) void onMerge(from.callId, into.callId)
  }
  return (
    <Stack as="form" gap={14} onSubmit={submit}>
      <Columns of="minmax(0, 1fr) auto minmax(0, 1fr)" gap={10} align="center">
        <Side call={from} fate="Duplicate, will be cleared" />
        <IconArrowRight className="muted" size={18} aria-label="into" />
        <Side call={into} fate="Stays" />
      </Columns>
      <ul className={classNames('muted', classes.consequences)}>
        {mergeWords(from, into, units).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Row justify="end">
        <Button variant="subtle" leftSection={<IconArrowsExchange size={16} aria-hidden />} className={classes.first} onClick={onSwap}>
          Swap
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another
        </Button>
        <Button ref={takeFocus} type="submit" loading={isSending}>
          Merge into {into.callId}
        </Button>
      </Row>
    </Stack>
  )
}

/** Each step takes focus when it replaces the other: the dialog's own rule applies only to its opening. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

function Side({ call, fate }: { call: Call; fate: string }) {
  const units = useUnitsOnCall(call.callId)
  return (
    <section className={classNames('box small', classes.side)} style={{ alignSelf: 'stretch' }} aria-label={`Call ${call.callId}`}>
      <p className="faint">{fate}</p>
      <p className={classes.title}>
        <PriorityBadge priority={call.priority} /> <span className="mono">{call.callId}</span> {call.title}
      </p>
      <p className="muted">{placeOf(call) || 'No location'}</p>
      {call.caller && <p className="muted">{call.caller}</p>}
      {call.narrative && <p className={classes.sideText}>{call.narrative}</p>}
      <p className="mono">{units.map(({ identifier }) => identifier).join(' ') || 'no unit'}</p>
    </section>
  )
}
