import { Menu } from '@mantine/core'
import { CallPriority, type Call } from '@tenfour/contract'
import classes from './CallSheet.module.css'
import { PriorityBadge } from './PriorityBadge.port.tsx'
import { useFieldEdit } from './use-field-edit.ts'

const PRIORITY_WORDS: Readonly<Record<CallPriority, string>> = { 1: 'Emergency', 2: 'Urgent', 3: 'Routine', 4: 'When free' }
const PRIORITIES = [1, 2, 3, 4] as const

/** The priority of a call, and the three it could have instead. */
export function PriorityMenu({ call }: { call: Call }) {
  const { value, choose } = useFieldEdit(call, 'priority')
  const priority = CallPriority.parse(value)
  if (call.status === 'cleared') return <PriorityBadge priority={priority} />
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className={classes.priority} title="Change the priority">
          <PriorityBadge priority={priority} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {PRIORITIES.map((each) => (
          <Menu.Item
            key={each}
            leftSection={<PriorityBadge priority={each} />}
            aria-current={each === priority || undefined}
            onClick={() => void choose(each)}
          >
            {PRIORITY_WORDS[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
