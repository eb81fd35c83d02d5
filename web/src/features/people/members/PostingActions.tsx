import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Row } from '../../../ui/layout.tsx'
import { overlayRoot } from '../../../ui/overlay-root.ts'
import type { MoveKind } from './MoveForm.tsx'

type PostingActionsProps = {
  department: { readonly departmentId: number; readonly name: string }
  /** For screen readers, in a list of members. */
  person?: string
  onRank: () => void
  onMove: (move: MoveKind) => void
}

/** The buttons of a member in a department. */
export function PostingActions({ department, person, onRank, onMove }: PostingActionsProps) {
  return (
    <Row gap={6} nowrap justify="end" style={{ paddingBlock: 4 }}>
      <Button variant="default" size="xs" onClick={onRank}>
        Change rank
        <span className="visually-hidden">
          {person !== undefined && ` of ${person}`} in {department.name}
        </span>
      </Button>
      <Menu position="bottom-end" portalProps={{ target: overlayRoot() }}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={`Transfer or remove, ${person ?? department.name}`}>
            <IconDots size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onMove({ kind: 'transfer', from: department })}>Transfer to another department</Menu.Item>
          <Menu.Item onClick={() => onMove({ kind: 'remove', from: department })}>Remove from {department.name}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Row>
  )
}
