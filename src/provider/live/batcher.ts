/** Batches questions. Questions that arrive while a batch is being answered form the next batch. */
export class Batcher<Question, Answer> {
    private next: { readonly questions: Question[]; readonly answers: Promise<readonly Answer[]> } | undefined;
    private current: Promise<unknown> = Promise.resolve();

    /** @param answer returns an answer to each question, in the same order */
    constructor(private readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

    async ask(question: Question): Promise<Answer> {
        this.next ??= this.wait();
        const { questions, answers } = this.next;
        const position = questions.push(question) - 1;
        // `answer` returns as many answers as there are questions.
        return (await answers)[position] as Answer;
    }

    private wait() {
        const questions: Question[] = [];
        const answers = this.current.then(() => {
            this.next = undefined;
            return this.answer(questions);
        });
        this.current = answers.catch(() => {});
        return { questions, answers };
    }
}
