import { Button } from '@mantine/core'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { openNewCall, selectCall } from '../../../../panels/selection.ts'
import { useBoard, useMayDispatch, useOwnUnit } from '../../board/board.port.ts'
import { byUrgency } from '../list/call-list.ts'
import { placeOf, headlineOf } from '../call.labels.ts'
import { CallAge } from '../CallAge.tsx'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { PanelState } from '../../../../panels/PanelColumn.tsx'
import { classNames, Stack } from '../../../../ui/layout.tsx'
import classes from './CallSheet.module.css'

const SHOWN = 5

/** Shown when no call is selected: units see what waits for their service, dispatchers how to select one. */
export function NoCall() {
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const types = useCallTypesById()
  const waiting = useBoard(({ calls }) =>
    mayDispatch || !own
      ? []
      : [...calls.values()]
          .filter((call) => call.status === 'pending' && call.classes.includes(own.unitClass))
          .toSorted(byUrgency)
          .slice(0, SHOWN),
  )
  if (mayDispatch || !own) {
    return (
      <PanelState>
        <p>No call is selected.</p>
        <p className="faint">Choose a call on the board, or drag a unit onto one.</p>
      </PanelState>
    )
  }
  return (
    <PanelState>
      <p>No active call.</p>
      {waiting.length > 0 && (
        <div className={classes.waiting}>
          <p className="faint">Waiting for a unit</p>
          <Stack as="ul" gap={0} style={{ marginTop: 6 }}>
            {waiting.map((call) => (
              <li key={call.callId}>
                <button type="button" className={classNames('quiet-button', classes.pastCall)} onClick={() => selectCall(call.callId)}>
                  <PriorityBadge priority={call.priority} />
                  <span className="mono">{call.callId}</span>
                  <span className="grow truncated">{headlineOf(call, types)}</span>
                  <span className="muted truncated">{placeOf(call)}</span>
                  <CallAge call={call} />
                </button>
              </li>
            ))}
          </Stack>
        </div>
      )}
      <Button size="xs" variant="default" onClick={() => openNewCall({ unitIds: [own.userId], source: 'officer' })}>
        New on-view call
      </Button>
    </PanelState>
  )
}
