import { expect, test } from 'vitest'
import { footerRules } from './DocumentFrame.port.tsx'

test('a name with quotes, braces or markup stays text', () => {
  const rules = footerRules({ left: 'A "b" } </style> \\ C', printedAt: 'Printed 1 May 2026, 14:05' })
  expect(rules).toContain('content: "A \\22 b\\22  \\7d  \\3c \\2f style\\3e  \\5c  C"')
  expect(rules).toContain('content: "Printed 1 May 2026, 14:05"')
  expect(rules).not.toContain('</style>')
})
