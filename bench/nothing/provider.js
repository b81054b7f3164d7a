/** A dynamic provider that calls nobody: what it costs is the engine and the SDK. */
exports.handler = () => ({
    check: async (_, news) => ({ inputs: news, failures: [] }),
    diff: async (_id, olds, news) => ({ changes: olds.description !== news.description }),
    create: async (inputs) => ({ id: inputs.name, outs: inputs }),
    read: async (id, props) => ({ id, props }),
    update: async (_id, _olds, news) => ({ outs: news }),
    delete: async () => {},
});
