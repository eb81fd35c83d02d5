import { Button } from '@mantine/core'
import type { Call, CallDetail } from '@tenfour/contract'
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { dateTime, relativeTime } from '../../../../platform/format/dates.ts'
import { menuPointOf } from '../../../../ui/menu-point.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { isPlaced } from '../../../../map/distance.ts'
import { focusPanel, selectCall, showOnMap } from '../../../../panels/selection.ts'
import { carriesUnits, droppedUnits } from '../../../../panels/unit-drag.ts'
import { useBoardActions, useMayDispatch, useOwnUnit, useUnit } from '../../board/board.port.ts'
import { ChannelInput } from '../../units/units.port.ts'
import { CLASS_WORDS, sourceWords } from '../call.labels.ts'
import { CallLog } from './CallLog.tsx'
import { PANEL_COLUMN, PanelFooter, PanelScroll } from '../../../../panels/PanelColumn.tsx'
import { classNames, Columns, Row, Stack } from '../../../../ui/layout.tsx'
import classes from './CallSheet.module.css'
import { CallUnits, UNITS_ID } from './CallUnits.tsx'
import { LocationInput, PostalInput } from '../PlaceFields.tsx'
import type { CallDialog } from '../dialogs/CallDialogs.tsx'
import { EditableText, EditableType } from './EditableText.tsx'
import { LogComposer } from './LogComposer.tsx'
import { PriorityMenu } from './PriorityMenu.tsx'
import { reopen } from '../repair.ts'
import { RecommendedUnits } from './RecommendedUnits.tsx'
import { useCallKeys } from '../use-call-keys.tsx'
import { useQuery } from '@tanstack/react-query'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { locationHistoryQuery } from '../calls.queries.ts'

const NO_LOG: CallDetail['log'] = []
const NO_UNITS: CallDetail['units'] = []

type CallSheetProps = { call: Call; detail: CallDetail | null; onAsk: (dialog: CallDialog) => void }

/** All details of one call. Fields are edited in place; units can be dropped anywhere on it. */
export function CallSheet({ call, detail, onAsk }: CallSheetProps) {
  const { userId } = useSignedInUser()
  const actions = useBoardActions()
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const sheet = useRef<HTMLDivElement>(null)
  const [isDropTarget, setIsDropTarget] = useState(false)
  const isOpen = call.status !== 'cleared'
  const log = detail?.log ?? NO_LOG
  const mayJoin = own !== undefined && !mayDispatch && own.callId !== call.callId

  const keys = useCallKeys({
    onAsk,
    menuPoint: () => menuPointOf(UNITS_ID),
    onMenuClosed: () => sheet.current?.focus({ preventScroll: true }),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || !isOpen || isWithinControl(target)) return
    if (keys.press(event.key, call.callId)) event.preventDefault()
  }
  const onDragOver = (event: DragEvent) => {
    if (!isOpen || !carriesUnits(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsDropTarget(true)
  }
  const onDrop = (event: DragEvent) => {
    setIsDropTarget(false)
    const userIds = droppedUnits(event.dataTransfer)
    if (!isOpen || userIds.length === 0) return
    event.preventDefault()
    void actions.assign(userIds, call.callId)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the call, which its buttons do as well
    <div
      ref={sheet}
      className={classNames(PANEL_COLUMN, classes.sheet)}
      tabIndex={-1}
      data-panel-rest
      data-drop={isDropTarget || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={onDrop}
      onKeyDown={onKeyDown}
    >
      <PanelScroll gap={14} padding="14px 16px">
        {!isOpen && <Over call={call} />}
        <header>
          <h2 className={classes.title} data-panic={call.panicUserId !== null || undefined}>
            <EditableText call={call} field="title" log={log} empty="Untitled" />
          </h2>
          <Row gap="2px 8px" className="muted">
            <EditableText call={call} field="location" log={log} empty="No location" input={LocationInput} />
            <span className={classes.postal}>
              postal <EditableText call={call} field="postal" log={log} empty="none" input={PostalInput} />
            </span>
            {isPlaced(call) ? (
              <button type="button" className={classNames('quiet-button', classes.onMap)} onClick={() => showOnMap(call)}>
                Show on map
              </button>
            ) : (
              <span className={classNames('amber tiny', classes.onMap)} title="Give it a postal, a crossing, a road or a place">
                No map position
              </span>
            )}
          </Row>
        </header>
        <Columns as="dl" of="74px minmax(0, 1fr)" gap="6px 10px">
          <Fact name="Type">
            <Row as="span" nowrap style={{ margin: '-2px 0' }}>
              <PriorityMenu call={call} />
              <EditableType call={call} />
            </Row>
          </Fact>
          <Fact name="Caller">
            <EditableText call={call} field="caller" log={log} empty="Unknown" />
          </Fact>
          <Fact name="Narrative">
            <EditableText call={call} field="narrative" log={log} empty="Nothing written yet" isMultiline />
          </Fact>
          <Fact name="Channel">
            <EditableText call={call} field="channel" log={log} empty="None" input={ChannelInput} />
          </Fact>
          <Fact name="Source">
            <span className="muted">
              {sourceWords(call)}
              {call.createdBy && `, ${call.createdBy.name}`}
            </span>
          </Fact>
          <CallConcern call={call} />
        </Columns>
        <CallUnits call={call} times={detail?.units ?? NO_UNITS} />
        {isOpen && mayJoin && (
          <Button size="xs" variant="default" style={{ alignSelf: 'start' }} onClick={() => void actions.assign([own.userId], call.callId)}>
            Attach me to this call
          </Button>
        )}
        {isOpen && mayDispatch && <RecommendedUnits call={call} />}
        <LocationHistory call={call} />
        <CallLog detail={detail} />
      </PanelScroll>
      <PanelFooter nowrap align="end">
        <LogComposer callId={call.callId} userId={userId} />
      </PanelFooter>
      {keys.menu}
    </div>
  )
}

/** Whether letters belong to a control: in a field they are text, in a list or menu they select. */
const isWithinControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"]') !== null

function Over({ call }: { call: Call }) {
  const { callId, mergedIntoId, clearedAt, clearedBy, disposition } = call
  const { userId } = useSignedInUser()
  const mayReopen = useMayDispatch() || clearedBy?.userId === userId
  // The button disappears with the banner.
  const onReopen = async () => void ((await reopen(callId)) && focusPanel('call'))
  return (
    <Banner
      tone="info"
      title={mergedIntoId !== null ? `Merged into call ${mergedIntoId}` : disposition ? `Cleared: ${disposition}` : 'Cleared'}
      action={
        <>
          {mergedIntoId !== null && (
            <Button size="compact-xs" variant="default" onClick={() => selectCall(mergedIntoId)}>
              Open {mergedIntoId}
            </Button>
          )}
          {mayReopen && (
            <Button size="compact-xs" variant="default" onClick={() => void onReopen()}>
              Reopen
            </Button>
          )}
        </>
      }
    >
      {clearedBy && `by ${clearedBy.name}, `}
      {dateTime(clearedAt)}. Notes are marked as added after clearing.
    </Banner>
  )
}

/** The classes the call concerns, and the dispatcher handling it. */
function CallConcern({ call: { classes, handlerUserId } }: { call: Call }) {
  const handler = useUnit(handlerUserId)
  const services = classes.map((each) => CLASS_WORDS[each]).join(', ')
  return (
    <Fact name="For">
      <span className="muted">
        {services.charAt(0).toUpperCase() + services.slice(1)}
        {handler && (
          <>
            {' · handled by '}
            <span className="mono">{handler.identifier}</span> {handler.name}
          </>
        )}
      </span>
    </Fact>
  )
}

/** An entry of a definition list. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="faint">{name}</dt>
    <dd className="flush">{children}</dd>
  </>
)

/** Earlier calls at the same place, for the units that go there. */
function LocationHistory({ call }: { call: Call }) {
  const { data: past } = useQuery(locationHistoryQuery(call))
  if (!past || past.length === 0) return null
  return (
    <details className={classes.history}>
      <summary className="muted tiny">
        {past.length} earlier {past.length === 1 ? 'call' : 'calls'} at this place
      </summary>
      <Stack as="ul" gap={0}>
        {past.map(({ callId, title, priority, createdAt, status, disposition }) => (
          <li key={callId}>
            <button type="button" className={classNames('quiet-button', classes.pastCall)} onClick={() => selectCall(callId)}>
              <PriorityBadge priority={priority} />
              <span className="mono">{callId}</span>
              <span className="grow truncated">{title}</span>
              <span className="muted">{status === 'cleared' ? (disposition ?? 'Cleared') : 'Open'}</span>
              <span className="faint">{relativeTime(createdAt)}</span>
            </button>
          </li>
        ))}
      </Stack>
    </details>
  )
}
