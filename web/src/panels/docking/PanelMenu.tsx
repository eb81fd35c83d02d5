import { ActionIcon } from '@mantine/core'
import {
  IconArrowBarDown,
  IconArrowBarLeft,
  IconArrowBarRight,
  IconArrowBarUp,
  IconCheck,
  IconChevronDown,
  IconStackPush,
  IconX,
} from '@tabler/icons-react'
import { Dropdown, MenuItem, MenuLabel, MenuLine } from '../../ui/Dropdown.tsx'
import type { PanelId } from '../panel.ts'
import { focusPanel } from '../selection.ts'
import classes from './DockDesktop.module.css'
import type { DockStore } from './dock-store.ts'
import type { PlacedTabs } from './geometry.ts'
import type { Destination, Side } from './layout-changes.ts'

const EDGES = [
  ['left', 'To the left edge', IconArrowBarLeft],
  ['right', 'To the right edge', IconArrowBarRight],
  ['top', 'To the top', IconArrowBarUp],
  ['bottom', 'To the bottom', IconArrowBarDown],
] as const satisfies readonly (readonly [Side, string, unknown])[]

type PanelMenuProps = {
  panelId: PanelId
  /** The panels that share this place. */
  tabs: readonly PanelId[]
  others: readonly PlacedTabs[]
  titleOf: (panelId: PanelId) => string
  store: DockStore
}

/** Offers what dragging a panel does, and the tabs beside it, as a menu. */
export function PanelMenu({ panelId, tabs, others, titleOf, store }: PanelMenuProps) {
  const label = `Move or close ${titleOf(panelId)}`
  return (
    <Dropdown
      kind="menu"
      label={label}
      renderButton={(button) => (
        <ActionIcon {...button} variant="subtle" color="gray" size={24} className={classes.more} aria-label={label}>
          <IconChevronDown size={15} stroke={2} aria-hidden />
        </ActionIcon>
      )}
      renderContent={(close) => {
        const move = (to: Destination) => {
          close()
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
                      close()
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
      }}
    />
  )
}
