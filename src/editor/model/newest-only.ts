/**
 * Runs one question at a time and, once it is answered, only the newest that was asked meanwhile. What is overtaken is
 * never run. The answer goes to `onAnswer`; a question that fails answers nothing.
 */
export function newestOnly<Question, Answer>(
  answerTo: (question: Question) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): (question: Question) => void {
  let waiting: { readonly question: Question } | null = null
  let isRunning = false

  const run = async () => {
    isRunning = true
    while (waiting) {
      const { question } = waiting
      waiting = null
      try {
        onAnswer(await answerTo(question))
      } catch {
        // The worker ended and is replaced; whatever moves next asks again.
      }
    }
    isRunning = false
  }

  return (question) => {
    waiting = { question }
    if (!isRunning) void run()
  }
}
