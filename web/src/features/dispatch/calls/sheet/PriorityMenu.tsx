import { CallPriority, type Call } from '@tenfour/contract'
import { Dropdown, MenuItem } from '../../../../ui/Dropdown.tsx'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { classNames } from '../../../../ui/layout.tsx'
import classes from './CallSheet.module.css'
import { useFieldEdit } from './use-field-edit.ts'

const PRIORITY_WORDS: Readonly<Record<CallPriority, string>> = { 1: 'Emergency', 2: 'Urgent', 3: 'Routine', 4: 'When free' }
const PRIORITIES = [1, 2, 3, 4] as const

/** Shows a call's priority and lets the user change it. */
export function PriorityMenu({ call }: { call: Call }) {
  const { value, choose } = useFieldEdit(call, 'priority')
  const priority = CallPriority.parse(value)
  if (call.status === 'cleared') return <PriorityBadge priority={priority} />
  return (
    <Dropdown
      kind="menu"
      label="Priority"
      width={170}
      renderButton={(button) => (
        <button {...button} type="button" className={classNames('quiet-button', classes.priority)} title="Change the priority">
          <PriorityBadge priority={priority} />
        </button>
      )}
      renderContent={(close) =>
        PRIORITIES.map((each) => (
          <MenuItem
            key={each}
            isOn={each === priority}
            icon={<PriorityBadge priority={each} />}
            onClick={() => {
              close()
              void choose(each)
            }}
          >
            {PRIORITY_WORDS[each]}
          </MenuItem>
        ))
      }
    />
  )
}
