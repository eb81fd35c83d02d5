// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PointMenu } from './PointMenu.tsx'
import { theme } from './theme.ts'

afterEach(cleanup)

test('Escape closes a menu before focus has entered it', async () => {
  render(
    <MantineProvider theme={theme}>
      <Menu>
        <Menu.Target>
          <button type="button">Admin</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Users</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Admin' })
  button.focus()
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(button)
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('the first key after a row menu opens is the menu’s', () => {
  const pressed: string[] = []
  const Item = ({ name }: { name: string }) => <Menu.Item onClick={() => pressed.push(name)}>{name}</Menu.Item>
  const onClose = () => pressed.push('closed')
  render(
    <MantineProvider theme={theme}>
      <PointMenu at={{ x: 1, y: 1 }} title="Status of" onClose={onClose} hasDigits>
        <Item name="Available" />
        <Item name="Busy" />
      </PointMenu>
    </MantineProvider>,
  )
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('2')
  expect(pressed).toEqual(['Busy', 'closed'])
  press('Escape')
  expect(pressed).toEqual(['Busy', 'closed', 'closed'])
})
