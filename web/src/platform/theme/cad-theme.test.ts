import { expect, test, vi } from 'vitest'
import { createCadTheme } from './cad-theme.ts'

test('the CAD is dark until it is switched, and dark again when switched back', () => {
  const theme = createCadTheme()
  const listener = vi.fn()
  theme.subscribe(listener)
  expect(theme.get()).toBe('cad-dark-theme')
  theme.toggle()
  expect(theme.get()).toBe('cad-light-theme')
  theme.toggle()
  expect(theme.get()).toBe('cad-dark-theme')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a new page starts dark, whatever was chosen before', () => {
  createCadTheme().toggle()
  expect(createCadTheme().get()).toBe('cad-dark-theme')
})
