import { useState } from 'react'
import { useClock } from '../../../platform/format/clock.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { filtersOf } from '../../../ui/FilterChips.tsx'
import { PanelHeader } from '../../../panels/PanelHeader.tsx'
import { PanelColumn, PanelState, PanelScroll } from '../../../panels/PanelColumn.tsx'
import { boardStore, useBoard, useMayDispatch } from '../../dispatch/board/board.port.ts'
import { RecentTones } from '../../dispatch/tones/RecentTones.port.tsx'
import { countIds, DispatcherList, overdueIds, PingForm, WelfareList } from '../../dispatch/units/tools/unit-tools.port.ts'

const RadioChannels = lazyComponent(async () => (await import('../../dispatch/units/tools/RadioChannels.port.tsx')).RadioChannels, {
  what: 'The radio channels',
  shape: INLINE,
})
const ToneForm = lazyComponent(async () => (await import('../../dispatch/tones/ToneForm.port.tsx')).ToneForm, {
  what: 'The form',
  shape: INLINE,
})
const DispatchNotes = lazyComponent(async () => (await import('../../dispatch/notes/DispatchNotes.port.tsx')).DispatchNotes, {
  what: 'The notes',
  shape: INLINE,
})

type Tool = 'checks' | 'tone' | 'radio' | 'notes'

/** Dispatcher tools: status checks, tones, channels, notes. */
export function ToolsPanel() {
  const [tool, setTool] = useState<Tool>('checks')
  const mayDispatch = useMayDispatch()
  const serverId = useBoard((state) => state.serverId)
  const phase = useBoard((state) => state.phase)
  const overdue = useClock((now) => countIds(overdueIds(boardStore().get().units, now)))
  if (!mayDispatch || phase === 'closed')
    return (
      <PanelState data-panel-focus tabIndex={-1}>
        <p>These tools are for dispatchers on duty here, and for staff.</p>
      </PanelState>
    )
  return (
    <PanelColumn aria-label="Dispatcher tools">
      <PanelHeader
        filters={filtersOf<Tool>(
          [
            ['checks', overdue > 0 ? `Checks ${overdue}` : 'Checks'],
            ['tone', 'Tone'],
            ['radio', 'Radio'],
            ['notes', 'Notes'],
          ],
          tool,
          setTool,
        )}
      />
      <PanelScroll gap={18} padding="12px">
        {tool === 'checks' && (
          <>
            <WelfareList />
            <PingForm />
            <DispatcherList />
          </>
        )}
        {tool === 'tone' && (
          <>
            <ToneForm />
            <RecentTones />
          </>
        )}
        {tool === 'radio' && <RadioChannels />}
        {tool === 'notes' && <DispatchNotes serverId={serverId} />}
      </PanelScroll>
    </PanelColumn>
  )
}
