/** Questions that open to show their answers, without any script. */
export function Questions({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  return (
    <div className="border-t-2 border-ink">
      {questions.map(({ question, answer }) => (
        <details key={question} className="border-b border-line">
          <summary className="min-h-12 cursor-pointer py-3 font-bold">{question}</summary>
          <p className="max-w-[40em] pb-4">{answer}</p>
        </details>
      ))}
    </div>
  )
}
