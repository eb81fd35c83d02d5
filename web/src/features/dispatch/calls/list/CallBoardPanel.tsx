import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { isTablet } from '../../../../platform/tablet/tablet.ts'
import { filtersOf } from '../../../../ui/FilterChips.tsx'
import { FilterField, useFilterField } from '../../../../ui/FilterField.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { focusPanel, openNewCall } from '../../../../panels/selection.ts'
import { unitsOnCall, useBoard, useOwnUnit } from '../../board/board.port.ts'
import { listCalls, waitingCalls, type CallFilter } from './call-list.ts'
import { Since } from '../CallAge.tsx'
import { BOARD_LINES, PanelColumn, PanelFooter, PanelHints, PanelState } from '../../../../panels/PanelColumn.tsx'
import { PanelLoading } from '../../../../panels/PanelParts.tsx'
import { classNames } from '../../../../ui/layout.tsx'
import classes from './CallBoard.module.css'
import { CallDialogs, type CallDialog } from '../dialogs/CallDialogs.tsx'
import { CallGrid } from './CallGrid.tsx'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { useNoteNewCalls } from './seen-calls.ts'

const FILTERS: readonly CallFilter[] = ['active', 'pending', 'mine']
const FILTER_WORDS: Readonly<Record<CallFilter, string>> = { active: 'Active', pending: 'Pending', mine: 'Mine' }
/** Two lines a row: below this a line would cut the type or the units. */
const NARROW = 680

/** Every call of the server that is not cleared, most urgent first. */
export function CallBoardPanel() {
  const { userId } = useSignedInUser()
  const own = useOwnUnit()
  const types = useCallTypesById()
  const { ref, width } = useElementSize()
  const isCoarse = useMediaQuery('(pointer: coarse)') || isTablet()
  const [filter, setFilter] = useState<CallFilter>('active')
  const field = useFilterField(() => focusPanel('calls'))
  const { text } = field
  const [dialog, setDialog] = useState<CallDialog | null>(null)
  useNoteNewCalls(userId)

  const viewer = { userId, callId: own?.callId ?? null }
  const { phase, total, waiting, since } = useBoard((state) => {
    const { count, since: first } = waitingCalls(state.calls.values())
    return { phase: state.phase, total: state.calls.size, waiting: count, since: first }
  })
  const wanted = useBoard((state) =>
    listCalls(state.calls.values(), { filter, text: text ?? '', viewer, types, unitsOn: (callId) => unitsOnCall(state, callId) }),
  )
  const isNarrow = width > 0 && width < NARROW

  return (
    <PanelColumn ref={ref} className={classNames(isNarrow && classes.narrow)} aria-label="Calls">
      <PanelHeader
        count={total}
        filters={filtersOf(
          FILTERS.map((each) => [each, each === 'pending' ? `${FILTER_WORDS[each]} ${waiting}` : FILTER_WORDS[each]] as const),
          filter,
          setFilter,
        )}
        actions={[
          {
            label: 'History',
            icon: <IconHistory size={14} stroke={1.8} aria-hidden />,
            title: 'Calls of past days',
            onClick: () => focusPanel('history'),
          },
        ]}
        main={{ label: 'New call', isFilled: true, shortcut: 'N', onClick: () => openNewCall() }}
      />
      {text !== null && (
        <FilterField
          label="Filter calls"
          placeholder="Number, type, place, caller or unit"
          text={text}
          found={wanted.length}
          {...field.props}
        />
      )}
      {phase === 'loading' && <PanelLoading label="Loading the calls…" lines={BOARD_LINES} />}
      {phase === 'closed' && (
        <PanelState>
          <p>You can no longer see this board. Go on duty again to see it.</p>
        </PanelState>
      )}
      {(phase === 'live' || phase === 'lost') &&
        (total > 0 ? (
          <>
            <CallGrid
              label="Calls"
              wanted={wanted}
              of={`${filter} ${text ?? ''}`}
              rowHeight={(isNarrow ? 44 : 30) + (isCoarse ? 14 : 0)}
              hasHead={!isNarrow}
              onAsk={setDialog}
              onFilter={field.open}
            />
            {wanted.length === 0 && <p className={classes.nothing}>{nothingWords(filter, text)}</p>}
          </>
        ) : (
          <PanelState>
            <p>No calls. Quiet night.</p>
            <Button variant="default" size="xs" onClick={() => openNewCall()}>
              New call
            </Button>
          </PanelState>
        ))}
      <PanelFooter isStatus gap={14}>
        {phase === 'lost' ? (
          <span className="amber">Reconnecting. The board may be out of date.</span>
        ) : (
          <Waiting count={waiting} since={since} />
        )}
        <PanelHints>A assign · L log · S status · C clear · M map · F filter</PanelHints>
      </PanelFooter>
      <CallDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </PanelColumn>
  )
}

function Waiting({ count, since }: { count: number; since: string | null }) {
  if (since === null) return <span>None waiting for a unit</span>
  return (
    <>
      <span>{count} waiting for a unit</span>
      <span>
        oldest{' '}
        <span className="mono">
          <Since instant={since} />
        </span>
      </span>
    </>
  )
}

function nothingWords(filter: CallFilter, text: string | null): string {
  if (text) return 'No call matches what you typed.'
  return filter === 'pending' ? 'Every call has a unit.' : 'You have no calls.'
}
