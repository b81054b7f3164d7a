/** A dynamic provider that makes no calls, so its cost is that of the engine and the SDK. */
exports.handler = () => ({
    check: async (_, news) => ({ inputs: news, failures: [] }),
    diff: async (_id, olds, news) => ({ changes: olds.description !== news.description }),
    create: async (inputs) => ({ id: inputs.name, outs: completed(inputs) }),
    read: async (id, props) => ({ id, props }),
    update: async (_id, _olds, news) => ({ outs: completed(news) }),
    delete: async () => {},
});

/** Adds properties, because the real service also returns more than it receives: about as many. */
function completed(inputs) {
    const count = Math.round(Object.keys(inputs).length * 1.5);
    const more = Array.from({ length: count }, (_, number) => [
        `output${number}`,
        number < 4 ? `Output ${number}` : null,
    ]);
    return { ...inputs, ...Object.fromEntries(more) };
}
