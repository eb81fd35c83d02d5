import { Button } from '@mantine/core'
import type { Call, CallDetail } from '@tenfour/contract'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { isPlaced } from '../../../../map/distance.ts'
import { selectCall, showOnMap } from '../../../../panels/selection.ts'
import { carriesUnits, droppedUnits } from '../../../../panels/unit-drag.ts'
import { useBoardActions, useMayDispatch, useOwnUnit, useUnit } from '../../board/board.port.ts'
import { CLASS_WORDS, SOURCE_WORDS } from '../call-words.ts'
import { CallLog } from './CallLog.tsx'
import classes from './CallSheet.module.css'
import { CallUnits } from './CallUnits.tsx'
import { ChannelChoices, LocationChoices, PostalChoices } from '../Choices.tsx'
import { EditableText } from './EditableText.tsx'
import { EditableType } from './EditableType.tsx'
import { LocationHistory } from './LocationHistory.tsx'
import { LogComposer } from './LogComposer.tsx'
import { PriorityMenu } from './PriorityMenu.tsx'
import { RecommendedUnits } from './RecommendedUnits.tsx'

const NO_LOG: CallDetail['log'] = []
const NO_UNITS: CallDetail['units'] = []

/** All details of one call. Fields are edited in place; units can be dropped anywhere on it. */
export function CallSheet({ call, detail }: { call: Call; detail: CallDetail | null }) {
  const { userId } = useSignedInUser()
  const actions = useBoardActions()
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const [isDropTarget, setIsDropTarget] = useState(false)
  const isOpen = call.status !== 'cleared'
  const log = detail?.log ?? NO_LOG
  const mayJoin = own !== undefined && !mayDispatch && own.callId !== call.callId

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
    <div
      className={classes.sheet}
      data-drop={isDropTarget || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={onDrop}
    >
      <div className={classes.body}>
        {!isOpen && <Over call={call} />}
        <header>
          <h2 className={classes.title} data-panic={call.panicUserId !== null || undefined}>
            <EditableText call={call} field="title" log={log} empty="Untitled" />
          </h2>
          <div className={classes.place}>
            <EditableText call={call} field="location" log={log} empty="No location" choices={LocationChoices} />
            <span className={classes.postal}>
              postal <EditableText call={call} field="postal" log={log} empty="none" choices={PostalChoices} />
            </span>
            {isPlaced(call) ? (
              <button type="button" className={classes.onMap} onClick={() => showOnMap(call)}>
                Show on map
              </button>
            ) : (
              <span className={classes.unplaced} title="Give it a postal, a crossing, a road or a place">
                No map position
              </span>
            )}
          </div>
        </header>
        <dl className={classes.facts}>
          <Fact name="Type">
            <span className={classes.type}>
              <PriorityMenu call={call} />
              <EditableType call={call} />
            </span>
          </Fact>
          <Fact name="Caller">
            <EditableText call={call} field="caller" log={log} empty="Unknown" />
          </Fact>
          <Fact name="Narrative">
            <EditableText call={call} field="narrative" log={log} empty="Nothing written yet" isMultiline />
          </Fact>
          <Fact name="Channel">
            <EditableText call={call} field="channel" log={log} empty="None" choices={ChannelChoices} />
          </Fact>
          <Fact name="Source">
            <span className="muted">
              {SOURCE_WORDS[call.source]}
              {call.createdBy && `, ${call.createdBy.name}`}
            </span>
          </Fact>
          <CallConcern call={call} />
        </dl>
        <CallUnits call={call} times={detail?.units ?? NO_UNITS} />
        {isOpen && mayJoin && (
          <Button size="xs" variant="default" className={classes.join} onClick={() => void actions.assign([own.userId], call.callId)}>
            Attach me to this call
          </Button>
        )}
        {isOpen && mayDispatch && <RecommendedUnits call={call} />}
        <LocationHistory call={call} />
        <CallLog detail={detail} />
      </div>
      {isOpen && (
        <footer className={classes.composer}>
          <LogComposer callId={call.callId} userId={userId} />
        </footer>
      )}
    </div>
  )
}

function Over({ call: { mergedIntoId, clearedAt, clearedBy, disposition } }: { call: Call }) {
  if (mergedIntoId !== null) {
    return (
      <Banner
        tone="info"
        title={`Merged into call ${mergedIntoId}`}
        action={
          <Button size="compact-xs" variant="default" onClick={() => selectCall(mergedIntoId)}>
            Open {mergedIntoId}
          </Button>
        }
      >
        {clearedBy && `by ${clearedBy.name}, `}
        {dateTime(clearedAt)}
      </Banner>
    )
  }
  return (
    <Banner tone="info" title={disposition ? `Cleared: ${disposition}` : 'Cleared'}>
      {clearedBy && `by ${clearedBy.name}, `}
      {dateTime(clearedAt)}
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
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
