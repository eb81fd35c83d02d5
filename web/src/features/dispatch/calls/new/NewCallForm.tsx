import { Button, Textarea, TextInput } from '@mantine/core'
import { CallInput, type CallPriority } from '@tenfour/contract'
import { useEffect, useEffectEvent, useRef, useState, useId } from 'react'
import { flushSync } from 'react-dom'
import { errorWithin, schemaErrors, type FieldErrors } from '../../../../ui/form-errors.ts'
import { Key } from '../../../../ui/Key.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { usePlaces } from '../../../../map/places.ts'
import { useLacksPostals, usePostals } from '../../../../map/postals.queries.ts'
import { isPlaced } from '../../../../map/distance.ts'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { creating, useBoard, useBoardActions, useMayDispatch, useOwnUnit } from '../../board/board.port.ts'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { ChannelInput } from '../../units/units.port.ts'
import { focusCall, focusPanel } from '../../../../panels/selection.ts'
import { focusField } from '../../../../panels/desktop.ts'
import { asksForPostal, LocationInput, NoPostalList, PostalInput, findPostal, mapWords, positionOf, withPostal } from '../PlaceFields.tsx'
import { PlaceChips } from '../PlaceChips.port.tsx'
import { isEmpty, logTextOf, openingOf, priorityOf, toCallInput, type NewCallDraft } from './new-call-draft.ts'
import { useStoredDraft, type NewCallStore } from './new-call-store.ts'
import { PANEL_COLUMN, PanelFooter, PanelScroll } from '../../../../panels/PanelColumn.tsx'
import { classNames, Row } from '../../../../ui/layout.tsx'
import classes from './NewCall.module.css'
import { SamePlaceHint } from './SamePlaceHint.tsx'
import { TypeSelect } from '../TypeSelect.tsx'
import { UnitChoice } from './UnitChoice.tsx'

const NO_CLASSES: never[] = []
const NOWHERE = { x: null, y: null }

function problemsOf(draft: NewCallDraft, serverId: number): FieldErrors {
  const isBlank = draft.callTypeId === null && draft.title.trim() === ''
  return {
    ...(isBlank && { callTypeId: 'Choose a type, or write a title' }),
    ...schemaErrors(CallInput, toCallInput(draft, serverId)),
  }
}

export function NewCallForm({ store }: { store: NewCallStore }) {
  const { draft, aside } = useStoredDraft(store)
  const { serverId, phase } = useBoard((state) => ({ serverId: state.serverId, phase: state.phase }))
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const actions = useBoardActions()
  const types = useCallTypesById()
  const form = useRef<HTMLFormElement>(null)
  const location = useRef<HTMLInputElement>(null)
  const postals = usePostals(serverId)
  const places = usePlaces()
  const lacksPostals = useLacksPostals(serverId)
  const onMap =
    lacksPostals && asksForPostal(draft, places?.find) ? <NoPostalList serverId={serverId} /> : mapWords(draft, postals, places?.find)
  const position = positionOf(draft, postals, places?.find)
  const [isTried, setIsTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const problems = isTried ? problemsOf(draft, serverId) : {}
  const type = draft.callTypeId === null ? undefined : types.get(draft.callTypeId)
  const priority = priorityOf(draft, types)
  const isOnView = own !== undefined && draft.unitIds.includes(own.userId)
  const need = {
    callId: 0,
    callTypeId: draft.callTypeId ?? 0,
    panicUserId: null,
    priority: priority ?? 4,
    classes: type?.classes ?? NO_CLASSES,
    location: draft.location,
    ...(position ?? NOWHERE),
  }

  const send = async () => {
    if (isSending) return
    setIsTried(true)
    if (Object.keys(problemsOf(draft, serverId)).length > 0) return
    setIsSending(true)
    const input = CallInput.parse(toCallInput(draft, serverId))
    const callId = await creating(() => actions.createCall(input))
    setIsSending(false)
    if (callId !== undefined) done(callId)
  }
  const done = (callId: number) => {
    store.clear()
    setIsTried(false)
    focusCall(callId)
  }
  /** A known postal sets the coordinates, and the location text if that is still empty. */
  const typePostal = (postal: string) => {
    const placed = withPostal(draft, postal, postals)
    const isFound = isPlaced(placed) && findPostal(postal, postals) !== undefined
    store.change({ ...placed, ...(isFound && draft.location === '' && places && { location: places.locate(placed.x, placed.y) }) })
  }
  const discard = async () => {
    const isMeant = await confirm({
      title: 'Discard this draft?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    })
    if (!isMeant) return
    setIsTried(false)
    begin(store.clear)
  }
  /** The button is gone or disabled after it: the focus goes to where the form begins. */
  const begin = (change: () => void) => {
    flushSync(change)
    requestAnimationFrame(() => focusPanel('new-call'))
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The draft is on its way: nothing is added to it any more.
    if (isSending) return event.preventDefault()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  })
  useEffect(() => {
    const element = form.current
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  const choice = (field: 'location' | 'postal' | 'channel') => ({
    size: 'xs' as const,
    text: draft[field],
    error: problems[field],
    onText: (typed: string) => store.change({ [field]: typed }),
  })
  const text = (field: 'title' | 'caller' | 'narrative') => ({
    size: 'xs' as const,
    value: draft[field],
    error: problems[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => store.change({ [field]: currentTarget.value }),
  })
  return (
    <form ref={form} className={PANEL_COLUMN} noValidate>
      <PanelHeader
        actions={[
          own !== undefined &&
            !mayDispatch && {
              label: 'On view',
              isOn: isOnView,
              disabled: own.callId !== null && !isOnView,
              title: own.callId === null ? 'You are on scene: the call is assigned to you' : `You are on call ${own.callId}`,
              onClick: () => store.change(isOnView ? { unitIds: [], source: null } : { unitIds: [own.userId], source: 'officer' }),
            },
          mayDispatch && {
            label: '911',
            isOn: draft.source === '911',
            onClick: () => store.change({ source: draft.source === '911' ? null : '911' }),
          },
        ]}
      />
      <PanelScroll gap={10} padding="12px 14px">
        {aside && (
          <Row gap="6px 8px" className={classNames('muted', classes.aside)}>
            <span className={classNames('truncated', classes.wide)}>
              Saved draft: <b>{aside.title || aside.location || aside.narrative || 'no title yet'}</b>
            </span>
            <Button size="compact-xs" variant="default" onClick={() => begin(store.swap)}>
              Restore
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => begin(store.forgetAside)}>
              Delete
            </Button>
          </Row>
        )}
        <Row align="start" gap={10}>
          <div className={classes.field}>
            <TypeSelect
              label="Type"
              size="xs"
              value={draft.callTypeId}
              error={problems['callTypeId']}
              isPanelFocus={draft.callTypeId === null || draft.location !== ''}
              onChange={(callTypeId) => store.change({ callTypeId, priority: null, narrative: openingOf(draft, callTypeId, types) })}
              onPicked={() => focusField(location.current)}
            />
          </div>
          <PriorityPicker value={priority} onChange={(chosen) => store.change({ priority: chosen })} />
        </Row>
        <Row align="start" gap={10}>
          <LocationInput
            ref={location}
            label="Location"
            className={classes.field}
            isPanelFocus={draft.callTypeId !== null && draft.location === ''}
            {...choice('location')}
          />
          <PostalInput label="Postal" className={classes.postal} {...choice('postal')} onText={typePostal} />
        </Row>
        {!mayDispatch && draft.location === '' && <PlaceChips onPlace={store.change} />}
        {onMap !== '' && (
          <p className="faint tiny" style={{ margin: '-4px 0 0' }}>
            {onMap}
          </p>
        )}
        <SamePlaceHint
          location={draft.location}
          postal={draft.postal}
          text={logTextOf(draft, types)}
          onAdded={() => {
            store.clear()
            setIsTried(false)
          }}
        />
        <TextInput label="Title" placeholder={type?.name} {...text('title')} />
        <Row align="start" gap={10}>
          <TextInput label="Caller" placeholder="Name and number" className={classes.field} {...text('caller')} />
          <ChannelInput label="Channel" className={classes.channel} {...choice('channel')} />
        </Row>
        <Textarea label="Narrative" autosize minRows={3} maxRows={10} {...text('narrative')} />
        {mayDispatch && (
          <UnitChoice
            need={need}
            unitIds={draft.unitIds}
            error={errorWithin(problems, 'unitIds')}
            onChange={(unitIds) => store.change({ unitIds })}
          />
        )}
      </PanelScroll>
      <PanelFooter>
        {phase === 'live' ? (
          <span className="faint grow">Draft saved</span>
        ) : (
          <span className="amber grow">Offline. Your draft is kept.</span>
        )}
        <Button variant="subtle" color="gray" size="xs" disabled={isEmpty(draft)} onClick={() => void discard()}>
          Discard
        </Button>
        <Button size="xs" loading={isSending} disabled={phase !== 'live'} rightSection={<Key>Ctrl ⏎</Key>} onClick={() => void send()}>
          {draft.unitIds.length > 0 ? 'Create call and send' : 'Create call'}
        </Button>
      </PanelFooter>
    </form>
  )
}

const PRIORITIES = [1, 2, 3, 4] as const

type PriorityPickerProps = { value: CallPriority | null; onChange: (priority: CallPriority) => void }

/** Selects one of the four priorities, by click or arrow keys. */
function PriorityPicker({ value, onChange }: PriorityPickerProps) {
  const name = useId()
  return (
    <Row as="fieldset">
      <legend className="field-label">Priority</legend>
      <div className={classes.priorities}>
        {PRIORITIES.map((each) => (
          <label key={each} data-priority={each}>
            <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
            {each}
          </label>
        ))}
      </div>
    </Row>
  )
}
