import { IconArrowBarDown, IconArrowBarLeft, IconArrowBarRight, IconArrowBarUp, IconCheck, IconStackPush, IconX } from '@tabler/icons-react'
import { MenuItem, MenuLabel, MenuLine } from '../../ui/Dropdown.tsx'
import { focusPanel } from '../selection.ts'
import type { PanelId } from '../panel.ts'
import type { DockStore } from './dock-store.ts'
import type { PlacedTabs } from './geometry.ts'
import type { Destination, Side } from './layout-changes.ts'

const EDGES = [
  ['left', 'To the left edge', IconArrowBarLeft],
  ['right', 'To the right edge', IconArrowBarRight],
  ['top', 'To the top', IconArrowBarUp],
  ['bottom', 'To the bottom', IconArrowBarDown],
] as const satisfies readonly (readonly [Side, string, unknown])[]

export type PanelMenuProps = {
  panelId: PanelId
  /** The panels that share this place. */
  tabs: readonly PanelId[]
  others: readonly PlacedTabs[]
  titleOf: (panelId: PanelId) => string
  store: DockStore
}

export function PanelMenuItems({ panelId, tabs, others, titleOf, store, onDone }: PanelMenuProps & { onDone: () => void }) {
  const move = (to: Destination) => {
    onDone()
    store.move(panelId, to)
  }
  return (
    <>
      {tabs.length > 1 && (
        <>
          {tabs.map((id) => (
            <MenuItem
              key={id}
              isOn={id === panelId}
              icon={id === panelId && <IconCheck size={15} stroke={2.2} aria-hidden />}
              onClick={() => {
                onDone()
                focusPanel(id)
              }}
            >
              {titleOf(id)}
            </MenuItem>
          ))}
          <MenuLine />
        </>
      )}
      {others.length > 0 && (
        <>
          <MenuLabel>Move</MenuLabel>
          {EDGES.map(([edge, words, Sign]) => (
            <MenuItem key={edge} icon={<Sign size={15} stroke={1.8} aria-hidden />} onClick={() => move({ edge })}>
              {words}
            </MenuItem>
          ))}
          {others.map(({ active }) => (
            <MenuItem
              key={active}
              icon={<IconStackPush size={15} stroke={1.8} aria-hidden />}
              onClick={() => move({ beside: active, at: 'tabs' })}
            >
              Beside {titleOf(active)}, as a tab
            </MenuItem>
          ))}
          <MenuLine />
        </>
      )}
      <MenuItem icon={<IconX size={15} stroke={1.8} aria-hidden />} onClick={() => store.close(panelId)}>
        Close
      </MenuItem>
    </>
  )
}
