import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBarDown, IconArrowBarLeft, IconArrowBarRight, IconArrowBarUp, IconDots, IconStackPush, IconX } from '@tabler/icons-react'
import classes from './DockDesktop.module.css'
import type { DockStore } from './dock-store.ts'
import type { PlacedTabs } from './geometry.ts'
import type { Side } from './layout-changes.ts'
import type { PanelId } from './panel-ids.ts'

const EDGES = [
  ['left', 'To the left edge', IconArrowBarLeft],
  ['right', 'To the right edge', IconArrowBarRight],
  ['top', 'To the top', IconArrowBarUp],
  ['bottom', 'To the bottom', IconArrowBarDown],
] as const satisfies readonly (readonly [Side, string, unknown])[]

type PanelMenuProps = {
  panelId: PanelId
  others: readonly PlacedTabs[]
  titleOf: (panelId: PanelId) => string
  store: DockStore
}

/** What can be done to a panel by dragging, for those who don't drag. */
export function PanelMenu({ panelId, others, titleOf, store }: PanelMenuProps) {
  return (
    <Menu position="bottom-start" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={22} className={classes.more} aria-label={`Move or close ${titleOf(panelId)}`}>
          <IconDots size={15} stroke={2} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.length > 0 && (
          <>
            <Menu.Label>Move</Menu.Label>
            {EDGES.map(([edge, label, Sign]) => (
              <Menu.Item key={edge} leftSection={<Sign size={15} stroke={1.8} aria-hidden />} onClick={() => store.move(panelId, { edge })}>
                {label}
              </Menu.Item>
            ))}
            {others.map(({ active }) => (
              <Menu.Item
                key={active}
                leftSection={<IconStackPush size={15} stroke={1.8} aria-hidden />}
                onClick={() => store.move(panelId, { beside: active, at: 'tabs' })}
              >
                Beside {titleOf(active)}, as a tab
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconX size={15} stroke={1.8} aria-hidden />} onClick={() => store.close(panelId)}>
          Close
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
